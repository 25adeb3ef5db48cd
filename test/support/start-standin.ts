/**
 * Starts the real server on a free port for one test file, and sends it plain HTTP requests.
 */
import { createStandin, type Standin, type StandinOptions } from '../../src/index.ts'

/** A running server; `await using` closes it. */
export const startStandin = (options: StandinOptions = {}): Promise<Standin> => createStandin({ port: 0, ...options })
