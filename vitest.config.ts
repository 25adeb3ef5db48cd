import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Default imports of CommonJS packages are then what Node makes of them, in tests as in production.
    deps: { interopDefault: false },
    testTimeout: 20_000,
  },
})
