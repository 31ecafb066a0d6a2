#pragma once

#include <span>
#include <string_view>

namespace baton::http {

/// One file of the dashboard, as the build of `web/` made it.
struct PageFile {
  std::string_view path;  ///< `index.html`, `assets/index-3fQx.js`
  std::string_view content_type;
  std::string_view tag;  ///< the strong validator of its bytes
  std::string_view bytes;
  std::string_view compressed;  ///< the same, by gzip
};

/// All of them; the page itself is the first. Their text is part of the program (tools/build_page.py).
std::span<const PageFile> page_files();

}  // namespace baton::http
