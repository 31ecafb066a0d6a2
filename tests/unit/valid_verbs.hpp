#pragma once

#include <string_view>

#include "baton/verb.hpp"
#include "core/fields.hpp"
#include "core/verb_names.hpp"

namespace baton::test {

/// A valid form of a verb: everything that is required, and as little else as possible.
class ValidForm {
 public:
  template <class V>
  V make() {
    V verb{};
    std::apply([&](auto... fields) { (fill(verb.*fields.member), ...); }, Fields<V>::table);
    complete(verb);
    return verb;
  }

 private:
  template <class Kind>
  void fill(Text<Kind>& text) {
    text = Text<Kind>::of("x");
  }
  void fill(TaskId& task) { task = TaskId::make(); }
  template <class Kind>
  void fill(Number<Kind>& number) {
    number.value = 1;
  }
  void fill(Fence& fence) {
    fill(fence.agent);
    fill(fence.incarnation);
    fill(fence.task);
    fill(fence.attempt);
  }
  template <class T>
  void fill(T&) {}

  template <class V>
  void complete(V&) {}
  void complete(Register& verb) { verb.lanes = {Lane::of("x")}; }
  void complete(Beat& verb) { verb.attempt = {}; }
  void complete(Submit& verb) { verb.tasks = {NewTask{.id = TaskId::make(), .kind = KindName::of("x")}}; }
  void complete(Edit& verb) { verb.priority = 1; }
  void complete(OpenCorrelation& verb) { verb.expected = {SignalName::of("x")}; }
  void complete(Ack& verb) { verb.positions = {Position{1}}; }
  // Where to go on is not required.
  void complete(ListAgents& verb) { verb.after = {}; }
  void complete(ListThreads& verb) { verb.after = {}; }
  void complete(ListLocks& verb) { verb.after = {}; }
  void complete(ListCorrelations& verb) { verb.after = {}; }
  void complete(ListRecords& verb) { verb.after = {}; }
};

template <class V>
V valid() {
  return ValidForm().make<V>();
}

}  // namespace baton::test
