/**
 * Of the project that test/testing/vitest.test.ts runs: some of its tests fail, as they should.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.guest.ts'],
    reporters: ['json'],
    // As in vitest.config.ts: here the sources are imported, where a user has the package.
    deps: { interopDefault: false },
  },
})
