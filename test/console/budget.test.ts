/**
 * The size of the built console: what everybody downloads who opens it, and what all of its parts add.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFolder } from '../support/run-command.ts'

/** Bytes, compressed. The editor, which loads when it is opened, does not count, nor does the page of the reference. */
const budget = { all: 200 * 1024, first: 60 * 1024 }
const later = /^editor-/

const folder = join(projectFolder, 'dist/console')
const assets = readdirSync(join(folder, 'assets')).filter((name) => !/\.(?:br|gz)$/.test(name))

/** The assets that a text names. */
const namedIn = (text: string): readonly string[] => assets.filter((name) => text.includes(name) && !later.test(name))

/** The assets that the page of the console loads, now or when a part is opened. */
const findAll = (): ReadonlySet<string> => {
  const found = new Set(namedIn(readFileSync(join(folder, 'index.html'), 'utf8')))
  for (const name of found)
    for (const next of namedIn(readFileSync(join(folder, 'assets', name), 'utf8'))) found.add(next)
  return found
}

const sizeOf = (names: Iterable<string>, ending: string): number =>
  [...names].reduce((sum, name) => sum + statSync(join(folder, 'assets', name + ending)).size, 0)

for (const ending of ['.br', '.gz'])
  it(`is within its budget (${ending})`, () => {
    const all = findAll()
    const first = new Set([
      ...namedIn(readFileSync(join(folder, 'index.html'), 'utf8')),
      ...[...all].filter((name) => name.startsWith('overview-')),
    ])
    const sizes = { first: sizeOf(first, ending), all: sizeOf(all, ending) }
    console.log(`console ${ending}: ${sizes.first} bytes for the overview, ${sizes.all} for all parts`)
    expect([...all].filter((name) => name.startsWith('overview-'))).toHaveLength(2)
    expect(sizes.first).toBeGreaterThan(10_000)
    expect(sizes.first).toBeLessThan(budget.first)
    expect(sizes.all).toBeLessThan(budget.all)
  })

it('is the production form, without paths of the machine that built it', () => {
  const scripts = assets
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, 'assets', name), 'utf8'))
  expect(scripts.length).toBeGreaterThan(5)
  expect(scripts.filter((text) => text.includes('jsxDEV') || text.includes(projectFolder))).toEqual([])
})
