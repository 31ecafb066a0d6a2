#include <algorithm>

#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/page_files.hpp"

// The dashboard. Its files hold no data, so anybody may load them; what it shows it reads over the API, as everybody does.

namespace baton::http {

namespace {

constexpr std::string_view for_ever = "public, max-age=31536000, immutable";
/// Kept, and asked about each time: the page names the files of its own build.
constexpr std::string_view asked_about = "no-cache";

bool mentions(const Request& request, std::string_view field, std::string_view word) {
  const auto value = request.arrival.field(field);
  return value && value->contains(word);
}

Response file_response(const PageFile& file, const Request& request, std::string_view caching) {
  Response response{
      .content_type = file.content_type,
      .fields = {
          {"Cache-Control", std::string(caching)}, {"ETag", std::string(file.tag)}, {"Vary", "Accept-Encoding"}}};
  if (mentions(request, "If-None-Match", file.tag)) {
    response.status = 304;
  } else if (mentions(request, "Accept-Encoding", "gzip")) {
    response.fields.push_back({"Content-Encoding", "gzip"});
    response.body = file.compressed;
  } else {
    response.body = file.bytes;
  }
  return response;
}

const PageFile* file_at(std::string_view path) {
  const auto found = std::ranges::find(page_files(), path, &PageFile::path);
  return found == page_files().end() ? nullptr : &*found;
}

/// A file is sent again only to those who have another.
Contract describe_file(Contract contract) {
  contract.parameters.push_back({.name = "If-None-Match",
                                 .in = "header",
                                 .schema = type_schema("string"),
                                 .description = "The `ETag` of the file that the client has."});
  contract.outcomes.push_back({.status = 304, .description = "the client has this file"});
  return contract;
}

}  // namespace

/// The query is the page's own affair.
awaitable<Result<Response>> dashboard(Services /*services*/, Request request) {
  co_return file_response(page_files().front(), request, asked_about);
}

awaitable<Result<Response>> dashboard_file(Services /*services*/, Request request) {
  const std::string path = "assets/" + std::string(request.placeholder("file"));
  const PageFile* file = file_at(path);
  if (file == nullptr) {
    co_return fail(Errc::not_found, "this version has no file /" + path + "; load the page anew");
  }
  co_return file_response(*file, request, for_ever);
}

Contract describe_dashboard(const Route& route, Schemas& schemas) {
  return describe_file(answers_text(takes<Nothing>(route, schemas), page_files().front().content_type));
}

Contract describe_dashboard_file(const Route& route, Schemas& schemas) {
  const PageFile& sample = page_files().back();
  Contract contract = answers_text(takes<Nothing>(route, schemas), sample.content_type);
  Parameter& file = contract.parameters.front();
  file.example = Json::string(sample.path.substr(sample.path.find('/') + 1));
  file.description = "A file that the page names.";
  return describe_file(std::move(contract));
}

}  // namespace baton::http
