/**
 * The size of the built console: what everybody downloads who opens it.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from '../support/run-command.ts'

/** Bytes, compressed; the editor and the reference, which load when they are opened, do not count. */
const budget = { all: 200 * 1024, first: 60 * 1024 }
const later = /^(?:editor|reference)-/

const assets = join(projectFolder, 'dist/console/assets')

const sizeOf = (ending: string, isCounted: (name: string) => boolean): number =>
  readdirSync(assets)
    .filter((name) => name.endsWith(ending) && !later.test(name) && isCounted(name))
    .reduce((sum, name) => sum + statSync(join(assets, name)).size, 0)

for (const ending of ['.br', '.gz'])
  it(`is within its budget (${ending})`, () => {
    const all = sizeOf(ending, () => true)
    const first = sizeOf(ending, (name) => /^(?:index|overview)-/.test(name))
    console.log(`console ${ending}: ${first} bytes for the overview, ${all} for all parts`)
    expect(first).toBeGreaterThan(1_000)
    expect(first).toBeLessThan(budget.first)
    expect(all).toBeLessThan(budget.all)
  })
