/**
 * The project that test/testing/vitest.test.ts runs. Some of its tests fail as expected.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['*.guest.ts'],
    reporters: ['json'],
    // As in vitest.config.ts: only a test that hangs takes that long, also on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // As in vitest.config.ts: the tests import the sources instead of the package.
    deps: { interopDefault: false },
  },
})
