# cmake -D build=<build tree> -D source=<sources> -D compiler=<C++ compiler> -P installed.cmake: installs what was built into a folder
# of its own, builds the examples against that and nothing else, and looks at what a service manager would run.
set(prefix "${build}/installed")
set(examples "${build}/installed-examples")

macro(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE said ERROR_VARIABLE said)
endmacro()

function(expect_file)
  foreach(file ${ARGN})
    if(NOT EXISTS "${prefix}/${file}")
      message(FATAL_ERROR "${file} was not installed")
    endif()
  endforeach()
endfunction()

file(REMOVE_RECURSE "${prefix}/etc" "${prefix}/lib/systemd")
run(${CMAKE_COMMAND} --install ${build} --prefix ${prefix})
expect_file(bin/baton include/baton/store.hpp etc/baton/baton.toml lib/systemd/system/baton.service share/doc/baton/copyright
  share/doc/baton/README.md share/man/man1/baton.1 share/bash-completion/completions/baton
  share/zsh/vendor-completions/_baton share/fish/vendor_completions.d/baton.fish)

# A configuration that was changed survives the next installation.
file(APPEND "${prefix}/etc/baton/baton.toml" "# mine\n")
run(${CMAKE_COMMAND} --install ${build} --prefix ${prefix})
file(READ "${prefix}/etc/baton/baton.toml" configuration)
if(NOT configuration MATCHES "# mine")
  message(FATAL_ERROR "the configuration was overwritten")
endif()

run(${CMAKE_COMMAND} -S ${source}/examples -B ${examples} -G Ninja -D CMAKE_CXX_COMPILER=${compiler}
  -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_FLAGS=-O0)
run(${CMAKE_COMMAND} --build ${examples})
run(${CMAKE_CTEST_COMMAND} --test-dir ${examples} --output-on-failure --no-tests=error)

# Nothing that is installed points back to where it was built.
file(GLOB_RECURSE configs "${prefix}/lib/*.cmake" "${prefix}/lib/systemd/*")
foreach(file ${configs})
  file(READ "${file}" text)
  string(FIND "${text}" "${source}/include" found)
  if(NOT found EQUAL -1)
    message(FATAL_ERROR "${file} names the sources")
  endif()
endforeach()

find_program(analyze systemd-analyze REQUIRED)
# A store that is away for a while must not end the service for good.
file(READ ${prefix}/lib/systemd/system/baton.service unit)
foreach(line "StartLimitIntervalSec=0" "Restart=on-failure" "RestartSec=5" "RestartPreventExitStatus=2")
  if(NOT unit MATCHES "\n${line}\n")
    message(FATAL_ERROR "baton.service does not say ${line}")
  endif()
endforeach()
run(${analyze} verify --man=no ${prefix}/lib/systemd/system/baton.service)
if(NOT said STREQUAL "")
  message(FATAL_ERROR "systemd finds fault with the unit: ${said}")
endif()
# 1.5 of 10 is what systemd calls exposed at most a little.
run(${analyze} security --offline=yes --threshold=15 --no-pager ${prefix}/lib/systemd/system/baton.service)
