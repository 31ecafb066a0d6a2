#pragma once

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <charconv>
#include <chrono>
#include <compare>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <expected>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

// The verbs and what is known of their members: half of what a file costs is to read them.
#include "baton/blocking.hpp"
#include "baton/open.hpp"
#include "baton/store.hpp"
#include "core/codec.hpp"
#include "core/fields.hpp"
#include "core/json_value.hpp"
#include "core/writer.hpp"

namespace baton::compiled_once {

/// Never called. What a template becomes here it need not become again in each file.
template <class... Vs>
void ask_each(BlockingStore& store, const Verbs<Vs...>&) {
  (static_cast<void>(store.call(Vs{})), ...);
}
inline void ask_all(BlockingStore& store) { ask_each(store, AllVerbs{}); }

}  // namespace baton::compiled_once
