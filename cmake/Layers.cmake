# A layer is a folder that becomes a static library; a folder without sources yet becomes an interface library, so that
# what links it needs no condition.
include_guard()

set(BATON_GENERATED_DIR "${PROJECT_BINARY_DIR}/generated")
set(BATON_BACKENDS "")

# baton_pch(<name> [<targets>...]): compiles cmake/pch_<name>.hpp once, in a small library of its own; the targets reuse it.
# It links whoever's headers it includes: their definitions must be the same where it is reused.
function(baton_pch name)
  file(CONFIGURE OUTPUT "${BATON_GENERATED_DIR}/pch_${name}.cpp" CONTENT "")
  add_library(baton_pch_${name} OBJECT "${BATON_GENERATED_DIR}/pch_${name}.cpp")
  target_precompile_headers(baton_pch_${name} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/pch_${name}.hpp")
  target_include_directories(baton_pch_${name} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(baton_pch_${name} PRIVATE Boost::headers Boost::json fmt::fmt ${ARGN})
endfunction()
baton_pch(baton)

# baton_layer(<target> <folder> [PCH baton|test] [LINK <targets>...])
function(baton_layer target folder)
  cmake_parse_arguments(ARG "" "PCH" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  if(NOT sources)
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>")
    target_link_libraries(${target} INTERFACE ${ARG_LINK})
    return()
  endif()
  add_library(${target} STATIC ${sources})
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>")
  target_link_libraries(${target} PUBLIC ${ARG_LINK})
  # Where the fuzzers of tests/CMakeLists.txt get to.
  if(BATON_COVERAGE AND folder MATCHES "^src/(core|http|cli|backend/(redis|postgres|shared))$")
    target_compile_options(${target} PRIVATE -fsanitize-coverage=inline-8bit-counters,pc-table)
  endif()
  baton_inside(${target} ${ARG_PCH})
endfunction()

# Gives a target the view of the sources from inside, and a precompiled header (baton unless told otherwise).
function(baton_inside target)
  set(pch ${ARGN})
  if(NOT pch)
    set(pch baton)
  endif()
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${BATON_GENERATED_DIR}")
  target_precompile_headers(${target} REUSE_FROM baton_pch_${pch})
endfunction()

# baton_backend(<name> [<vendor targets>...]): src/backend/<name> with its sql/, lua/ and schema/ folders.
macro(baton_backend name)
  baton_layer(baton_${name} src/backend/${name} LINK baton_core ${ARGN})
  embed_sql(baton_${name} ${name})
  list(APPEND BATON_BACKENDS baton_${name})
endmacro()

# baton_program(<target> <folder> NAME <file name> [LINK <targets>...])
function(baton_program target folder)
  cmake_parse_arguments(ARG "" "NAME" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  if(NOT sources)
    message(STATUS "${folder} has no sources yet: no program '${ARG_NAME}'")
    return()
  endif()
  add_executable(${target} ${sources})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${ARG_NAME} RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  target_compile_definitions(${target} PRIVATE BATON_VERSION="${PROJECT_VERSION}")
  target_link_libraries(${target} PRIVATE ${ARG_LINK})
  baton_inside(${target})
endfunction()
