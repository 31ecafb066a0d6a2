#include "core/schema_compiled.hpp"

namespace baton {

const Json& schema_of_schemas() {
  static const Json schema = Json::parse(R"({
    "$id": "http://json-schema.org/draft-07/schema#",
    "type": ["object", "boolean"],
    "definitions": {
      "count": {"type": "integer", "minimum": 0},
      "names": {"type": "array", "items": {"type": "string"}, "uniqueItems": true},
      "schemas": {"type": "array", "minItems": 1, "items": {"$ref": "#"}},
      "named": {"type": "object", "additionalProperties": {"$ref": "#"}},
      "type": {"enum": ["array", "boolean", "integer", "null", "number", "object", "string"]}
    },
    "properties": {
      "$id": {"type": "string"},
      "$schema": {"type": "string"},
      "$ref": {"type": "string"},
      "$comment": {"type": "string"},
      "title": {"type": "string"},
      "description": {"type": "string"},
      "readOnly": {"type": "boolean"},
      "examples": {"type": "array"},
      "type": {"anyOf": [
        {"$ref": "#/definitions/type"},
        {"type": "array", "minItems": 1, "uniqueItems": true, "items": {"$ref": "#/definitions/type"}}
      ]},
      "enum": {"type": "array"},
      "multipleOf": {"type": "number", "exclusiveMinimum": 0},
      "maximum": {"type": "number"},
      "exclusiveMaximum": {"type": "number"},
      "minimum": {"type": "number"},
      "exclusiveMinimum": {"type": "number"},
      "maxLength": {"$ref": "#/definitions/count"},
      "minLength": {"$ref": "#/definitions/count"},
      "pattern": {"type": "string", "format": "regex"},
      "format": {"type": "string"},
      "items": {"anyOf": [{"$ref": "#"}, {"$ref": "#/definitions/schemas"}]},
      "additionalItems": {"$ref": "#"},
      "maxItems": {"$ref": "#/definitions/count"},
      "minItems": {"$ref": "#/definitions/count"},
      "uniqueItems": {"type": "boolean"},
      "contains": {"$ref": "#"},
      "required": {"$ref": "#/definitions/names"},
      "properties": {"$ref": "#/definitions/named"},
      "patternProperties": {"$ref": "#/definitions/named", "propertyNames": {"format": "regex"}},
      "additionalProperties": {"$ref": "#"},
      "maxProperties": {"$ref": "#/definitions/count"},
      "minProperties": {"$ref": "#/definitions/count"},
      "propertyNames": {"$ref": "#"},
      "dependencies": {"type": "object", "additionalProperties": {
        "anyOf": [{"$ref": "#"}, {"$ref": "#/definitions/names"}]
      }},
      "definitions": {"$ref": "#/definitions/named"},
      "allOf": {"$ref": "#/definitions/schemas"},
      "anyOf": {"$ref": "#/definitions/schemas"},
      "oneOf": {"$ref": "#/definitions/schemas"},
      "not": {"$ref": "#"},
      "if": {"$ref": "#"},
      "then": {"$ref": "#"},
      "else": {"$ref": "#"}
    }
  })")
                                 .value();
  return schema;
}

}  // namespace baton
