/**
 * Folders that a bench writes to.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'standin-bench-'))
