/**
 * Two suites: the client over HTTP, its files in parallel against one server; and what is shown of it, without a port.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'http', include: ['test/http/*.test.ts'], globalSetup: 'test/http/start-server.ts' } },
      { test: { name: 'component', include: ['test/component/*.test.ts'], environment: 'happy-dom' } },
    ],
  },
})
