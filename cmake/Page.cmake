# baton_page(<target>): builds the dashboard of web/ and makes its files part of the target, as http/page_files.hpp shows them.
include_guard()

find_program(BATON_NPM npm)

function(baton_page target)
  if(NOT BATON_NPM)
    message(FATAL_ERROR "npm is missing, which builds the dashboard: apt-get install nodejs npm, or use ./dev")
  endif()
  set(script "${PROJECT_SOURCE_DIR}/tools/build_page.py")
  set(source "${BATON_GENERATED_DIR}/http/page_files.cpp")
  file(GLOB_RECURSE files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/web/src/*")
  # Shared by all presets: the page is the same in each of them.
  add_custom_command(
    OUTPUT "${source}"
    COMMAND Python3::Interpreter "${script}" --npm "${BATON_NPM}" --work "${PROJECT_SOURCE_DIR}/build/page" --out "${source}"
            "${PROJECT_SOURCE_DIR}/web"
    DEPENDS "${script}" ${files} "${PROJECT_SOURCE_DIR}/web/index.html" "${PROJECT_SOURCE_DIR}/web/package-lock.json"
            "${PROJECT_SOURCE_DIR}/web/package.json" "${PROJECT_SOURCE_DIR}/web/tsconfig.json"
            "${PROJECT_SOURCE_DIR}/web/vite.config.ts"
    COMMENT "Building the dashboard"
    VERBATIM)
  target_sources(${target} PRIVATE "${source}")
  set_source_files_properties("${source}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()
