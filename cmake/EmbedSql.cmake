# embed_sql(<target> <backend>): turns the folders sql/, lua/, functions/ and schema/ of src/backend/<backend> into headers that its code
# includes as "backend/<backend>/sql.hpp", "…/lua.hpp", "…/functions.hpp" and "…/schema.hpp", in namespaces baton::<backend>::sql and so on.
include_guard()

set(EMBED_SQL "${PROJECT_SOURCE_DIR}/tools/embed_sql.py")

function(embed_sql target backend)
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    return()
  endif()
  foreach(kind sql lua functions schema)
    set(folder "${PROJECT_SOURCE_DIR}/src/backend/${backend}/${kind}")
    file(GLOB files CONFIGURE_DEPENDS "${folder}/*.sql" "${folder}/*.lua" "${folder}/lib/*.lua")
    if(NOT files)
      continue()
    endif()
    set(header "${PROJECT_BINARY_DIR}/generated/backend/${backend}/${kind}.hpp")
    set(mode statements)
    if(kind STREQUAL "lua")
      set(mode scripts)
    elseif(kind STREQUAL "functions")
      set(mode functions)
    elseif(kind STREQUAL "schema")
      set(mode migrations)
    endif()
    add_custom_command(
      OUTPUT "${header}"
      COMMAND Python3::Interpreter "${EMBED_SQL}" ${mode} --namespace baton::${backend}::${kind} --out "${header}" "${folder}"
      DEPENDS "${EMBED_SQL}" ${files}
      COMMENT "Embedding src/backend/${backend}/${kind}"
      VERBATIM)
    target_sources(${target} PRIVATE "${header}")
  endforeach()
endfunction()
