#include "soak/postgres_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace baton::test {
namespace {

double percentile_ms(std::vector<std::chrono::microseconds> times, std::size_t percent) {
  if (times.empty()) return 0;
  const auto nth = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) * percent / 100);
  std::ranges::nth_element(times, nth);
  return std::chrono::duration<double, std::milli>(*nth).count();
}

void grow(std::map<std::string, std::uint64_t>& ours, const std::map<std::string, std::uint64_t>& theirs) {
  for (const auto& [name, value] : theirs) ours[name] = std::max(ours[name], value);
}

}  // namespace

void Sizes::grow_to(const Sizes& other) {
  grow(bytes, other.bytes);
  grow(dead, other.dead);
  file = other.file;
}

void prepare_sizes(const PostgresProcess& server) {
  server.ask("CREATE EXTENSION pgstattuple; GRANT pg_monitor TO baton");
}

Sizes sizes_of(const PostgresProcess& server) {
  Sizes sizes;
  std::istringstream rows(server.ask(
      "SELECT c.relname, pg_relation_size(c.oid), CASE WHEN c.relname IN ('ready', 'lines', 'agents', 'beats') THEN "
      "(SELECT dead_tuple_count FROM public.pgstattuple(c.oid)) ELSE coalesce(s.n_dead_tup, 0) END, c.relfilenode "
      "FROM pg_class c LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid "
      "WHERE c.relnamespace = 'baton_default'::regnamespace "
      "AND c.relname IN ('ready', 'ready_pkey', 'lines', 'agents', 'beats', 'tasks')"));
  for (std::string row; std::getline(rows, row);) {
    std::ranges::replace(row, '|', ' ');
    std::istringstream fields(row);
    std::string name;
    fields >> name;
    fields >> sizes.bytes[name] >> sizes.dead[name] >> sizes.file[name];
  }
  return sizes;
}

std::string table_of(const std::vector<Sizes>& minutes,
                     const std::vector<std::vector<std::chrono::microseconds>>& claims, std::size_t first) {
  std::string text = fmt::format("{:>6}", "minute");
  for (const char* name : watched) text += fmt::format(" {:>13}", fmt::format("{} kB", name));
  for (const char* name : hot_tables) text += fmt::format(" {:>11}", fmt::format("dead {}", name));
  text += fmt::format(" {:>10} {:>12} {:>12}\n", "dead tasks", "claim p50 ms", "claim p99 ms");
  for (std::size_t i = 0; i < minutes.size(); ++i) {
    const Sizes& sizes = minutes[i];
    text += fmt::format("{:>6}", first + i);
    for (const char* name : watched) text += fmt::format(" {:>13}", sizes.bytes.at(name) / 1024);
    for (const char* name : hot_tables) text += fmt::format(" {:>11}", sizes.dead.at(name));
    text += fmt::format(" {:>10} {:>12.2f} {:>12.2f}\n", sizes.dead.at("tasks"), percentile_ms(claims[i], 50),
                        percentile_ms(claims[i], 99));
  }
  return text;
}

}  // namespace baton::test
