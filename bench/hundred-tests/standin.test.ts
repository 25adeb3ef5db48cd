/**
 * The tests with Standin: each has a sandbox of its own.
 */
import { standinTest } from 'standin/vitest'
import { addTests } from './hundred-tests.ts'

addTests(standinTest({ port: 0 }))
