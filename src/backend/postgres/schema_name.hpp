#pragma once

#include <string>
#include <string_view>

namespace baton::postgres {

/// The schema of a namespace, and the only thing that is ever put into the text of a statement: the files of sql/, schema/
/// and functions/ write `baton_ns` where it stands.
class SchemaName {
 public:
  /// `name_space` is an identifier.
  explicit SchemaName(std::string_view name_space);

  /// `baton_default`, as the catalogue has it. At most 63 bytes: a long name is cut, and ends in a digest of the whole.
  const std::string& name() const { return name_; }
  /// `"baton_default"`.
  const std::string& quoted() const { return quoted_; }
  /// The text with the schema's name in it.
  std::string in(std::string_view text) const;

 private:
  std::string name_;
  std::string quoted_;
};

}  // namespace baton::postgres
