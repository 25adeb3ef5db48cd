import { defineConfig } from 'vitest/config'

const shared = {
  // Default imports of CommonJS packages are then what Node makes of them, in tests as in production.
  deps: { interopDefault: false },
  testTimeout: 20_000,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: { ...shared, name: 'standin', include: ['test/**/*.test.ts'], provide: { renamed: false } },
      },
      {
        // The tests of the interface once more, with the same interface under other names.
        test: {
          ...shared,
          name: 'renamed',
          include: ['test/interface/*.test.ts'],
          // It is about the document that ships.
          exclude: ['test/interface/document.test.ts'],
          provide: { renamed: true },
        },
      },
    ],
  },
})
