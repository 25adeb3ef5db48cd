/**
 * How Vite builds the console into dist/console, and serves it while one works on it (`npm run console`).
 */
import { join } from 'node:path'
import { defineConfig } from 'vite'

/** The server that the console under development uses. */
const server = process.env.STANDIN_URL ?? 'http://127.0.0.1:4010'

export default defineConfig({
  root: import.meta.dirname,
  base: '/_sandbox/',
  // The root's settings are for Node.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: join(import.meta.dirname, '../dist/console'),
    emptyOutDir: true,
    // The API reference is a page of its own, because its viewer is larger than the console.
    rolldownOptions: { input: ['index.html', 'docs.html'].map((name) => join(import.meta.dirname, name)) },
    chunkSizeWarningLimit: 2_000,
    target: 'es2022',
    // The Content-Security-Policy allows scripts and styles from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      // All of the control API, but not the console's own pages and sources.
      '^/_sandbox/(?!$|\\?|~|docs|src/|node_modules/|@)': {
        target: server,
        changeOrigin: true,
        headers: { origin: server },
      },
    },
  },
})
