/**
 * The tests of the shipped interface again, with the same interface under other names. Not those of the shipped document itself,
 * and of the ids of many requests at once, which names do not change.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'

const files = readdirSync(import.meta.dirname).filter((name) => /^(?!document)\w+\.test\.ts$/.test(name))

for (const name of files)
  describe(name, async () => {
    await import(join(import.meta.dirname, name))
  })
