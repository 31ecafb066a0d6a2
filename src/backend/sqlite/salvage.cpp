#include "backend/sqlite/salvage.hpp"

namespace baton::sqlite {

Result<void> salvage(const std::string& path, const std::string& damage) { return fail(Errc::corrupt, path + damage); }
Result<void> finish_salvage(const std::string& /*path*/) { return {}; }

}  // namespace baton::sqlite
