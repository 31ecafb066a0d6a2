#include "core/findings.hpp"

#include <utility>

namespace baton {

void Findings::damage(std::string where, std::string what, std::string mend) {
  ++damages_;
  add({Finding::Gravity::damage, std::move(where), std::move(what), std::move(mend)});
}

void Findings::note(std::string where, std::string what, std::string mend) {
  ++notes_;
  add({Finding::Gravity::note, std::move(where), std::move(what), std::move(mend)});
}

void Findings::add(Finding finding) {
  // The first word of where it is tells kinds apart that are mended alike.
  const std::string kind = finding.where.substr(0, finding.where.find(' ')) + " " + finding.mend;
  if (++of_a_kind_[kind] <= kept_of_a_kind) kept_.push_back(std::move(finding));
}

}  // namespace baton
