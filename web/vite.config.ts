import { defineConfig } from 'vite';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // A file that is inlined as a data: URL would break the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
