/**
 * Runs only the tests beside it.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { root: import.meta.dirname, include: ['*.test.ts'] } })
