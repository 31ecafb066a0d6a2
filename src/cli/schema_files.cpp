#include "cli/schema_files.hpp"

#include <algorithm>
#include <filesystem>

#include "cli/file_text.hpp"
#include "cli/json_walk.hpp"

namespace baton::cli {

namespace {

struct SchemaFile {
  SchemaVersion version;
  std::string path;
  Json text;
};

Error in_file(const std::string& path, const Error& error) {
  return {.code = error.code, .detail = path + ": " + error.detail};
}

Result<SchemaFile> read_schema_file(const std::string& path) {
  const auto text = text_in_file(path);
  if (!text) {
    return fail(Errc::unavailable,
                "cannot read the schema file " + path + ": " + text.error().detail + "; check its path");
  }
  auto json = Json::parse(*text);
  if (!json) return std::unexpected(in_file(path, json.error()));
  const auto version = SchemaVersion::parse(text_at(json->text(), "version"));
  if (!version) return std::unexpected(in_file(path, version.error()));
  return SchemaFile{.version = *version, .path = path, .text = *std::move(json)};
}

}  // namespace

Result<void> add_schema_files(SchemaRegistry& registry, const std::vector<std::string>& paths) {
  std::vector<SchemaFile> files;
  for (const std::string& path : paths) {
    auto file = read_schema_file(path);
    if (!file) return std::unexpected(std::move(file.error()));
    files.push_back(*std::move(file));
  }
  std::ranges::sort(files, {}, &SchemaFile::version);
  for (const SchemaFile& file : files) {
    if (auto added = registry.add_file(file.text); !added) return std::unexpected(in_file(file.path, added.error()));
  }
  return {};
}

Result<void> add_schema_folder(SchemaRegistry& registry, const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
  }
  if (error) return fail(Errc::unavailable, "cannot read the folder of schemas " + folder + "; check its path");
  return add_schema_files(registry, paths);
}

}  // namespace baton::cli
