# Compiler flags shared by every target. They must not differ between targets, or the precompiled headers cannot be shared.
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

add_compile_options(
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wold-style-cast -Wcast-qual -Wnon-virtual-dtor
  -Woverloaded-virtual -Wextra-semi -Wimplicit-fallthrough -Wunused-result
  -Wno-missing-designated-field-initializers # an option left out of a designated initialiser takes its default
  $<$<BOOL:${BATON_WERROR}>:-Werror>)
if(CMAKE_UNITY_BUILD)
  # Several files are compiled as one, so that what they all include is read once. What one of them keeps to itself is then in
  # scope for the next: no reason to warn. The lint preset compiles every file alone, with nothing but what it includes.
  add_compile_options(-Wno-shadow)
endif()
add_compile_definitions(BOOST_ASIO_NO_DEPRECATED $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)
add_link_options(-fuse-ld=lld -Wl,--gc-sections)

if(BATON_FAILPOINTS)
  add_compile_definitions(BATON_FAILPOINTS=1)
endif()
if(BATON_PLANTED_BUGS)
  add_compile_definitions(BATON_PLANTED_BUGS=1)
endif()

if(BATON_SANITIZE)
  add_compile_options(-fsanitize=${BATON_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${BATON_SANITIZE})
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE}")
  # A time stamp inside a precompiled header would make every file that uses it miss the cache.
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
endif()
