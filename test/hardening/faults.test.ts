/**
 * The table of faults names tests that exist.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readTable } from '../support/markdown.ts'
import { projectFolder } from '../support/run-command.ts'

const rows = readTable('test/hardening/README.md', 'Faults')

const unquote = (cell: string | undefined): string => (cell ?? '').replace(/^`+|`+$/g, '')

describe('test/hardening/README.md', () => {
  it('has a test for each fault', () => {
    const faults = new Set(rows.map(({ fault }) => Number(fault)))
    expect([...faults]).toEqual(Array.from({ length: 125 }, (_, index) => index + 1))
  })

  for (const { fault, file, test } of rows)
    it(`fault ${fault}: ${unquote(test)}`, () => {
      expect(readFileSync(projectFolder + unquote(file), 'utf8')).toContain(unquote(test))
    })
})
