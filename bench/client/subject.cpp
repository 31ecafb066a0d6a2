#include "client/subject.hpp"

#include <cstdio>
#include <exception>
#include <fstream>

namespace bench {

bool read_arguments(int argc, char** argv, Subject& subject, Settings settings) {
  settings["--pid"] = [&subject](const std::string& value) { subject.pid = std::stoi(value); };
  settings["--port"] = [&subject](const std::string& value) {
    subject.port = static_cast<std::uint16_t>(std::stoul(value));
  };
  settings["--token-file"] = [&subject](const std::string& value) { subject.token_file = value; };
  try {
    for (int i = 1; i + 1 < argc; i += 2) {
      const auto known = settings.find(argv[i]);
      if (known == settings.end()) return false;
      known->second(argv[i + 1]);
    }
  } catch (const std::exception&) {
    return false;
  }
  return subject.pid != 0 && argc % 2 == 1;
}

std::optional<Door> door_of(const Subject& subject) {
  Door door{.endpoint = {boost::asio::ip::address_v4::loopback(), subject.port}, .token = {}};
  std::ifstream file(subject.token_file);
  if (std::getline(file, door.token)) return door;
  std::fprintf(stderr, "cannot read %s; name the token's file with --token-file\n", subject.token_file.c_str());
  return std::nullopt;
}

}  // namespace bench
