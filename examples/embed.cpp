// The library inside another program: open a store, register, submit, claim, complete.
//
//     embed [STORE-URL]        by default memory:

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "baton/blocking.hpp"
#include "baton/open.hpp"

namespace {

using namespace baton;

/// The value, or the end of the program with what went wrong.
template <class T>
T must(Result<T> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "embed: %s\n", result.error().detail.c_str());
  std::exit(1);
}

void run(BlockingStore& store) {
  const auto agent = AgentId::of("writer");
  const auto incarnation = Incarnation::of(make_unique_text());
  must(store.call(Register{.agent = agent, .incarnation = incarnation, .lanes = {Lane::of("write")}}));

  const NewTask task{
      .id = TaskId::make(), .kind = KindName::of("write"), .payload = must(Json::parse(R"({"topic":"tides"})"))};
  must(store.call(Submit{.tasks = {task}}));

  const auto claim_id = ClaimId::of(make_unique_text());
  const auto grant = must(store.call(Claim{.agent = agent, .incarnation = incarnation, .claim_id = claim_id}));
  if (!grant) {
    std::fprintf(stderr, "embed: nothing to do\n");
    std::exit(1);
  }
  std::printf("claimed %s: %s\n", grant->task.kind.str().c_str(), grant->task.payload->text().c_str());

  const auto settled = must(store.call(Settle{.fence = grant->fence, .body = must(Json::parse(R"({"words":250})"))}));
  std::printf("the task is %s\n", std::string(to_text(settled.status)).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  BlockingStore store(must(open_store(argc > 1 ? argv[1] : "memory:")));
  run(store);
  return 0;
}
