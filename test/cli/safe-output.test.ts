/**
 * Escape sequences in documents, fixtures and file names are shown, not sent to the terminal.
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createColors } from '../../src/cli/colors.ts'
import { makeSafe } from '../../src/cli/safe-output.ts'
import { runStandin } from '../support/run-standin.ts'
import { writeFiles } from '../support/serve-files.ts'
import { openApi } from '../support/write-document.ts'

const ESC = '\u001b'
const hostile = `${ESC}[2J${ESC}]0;owned\u0007${ESC}[8mhidden\u009b1A\u202e`

describe('text for a terminal', () => {
  const rows: readonly (readonly [name: string, text: string, shown: string])[] = [
    ['clears no screen', `${ESC}[2J`, '\\u001b[2J'],
    ['sets no title', `${ESC}]0;x\u0007`, '\\u001b]0;x\\u0007'],
    ['hides nothing', `${ESC}[8mx`, '\\u001b[8mx'],
    ['has no sequence that begins with one character', '\u009b2J', '\\u009b2J'],
    ['keeps its direction', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
    ['is not written over', 'a\rb', 'a\\u000db'],
    ['keeps lines, tabs and letters of all scripts', 'a\tb\n日本 é 🐈', 'a\tb\n日本 é 🐈'],
    [
      'keeps colours',
      createColors(true).red(createColors(true).bold('x')),
      createColors(true).red(createColors(true).bold('x')),
    ],
  ]
  for (const [name, text, shown] of rows) it(name, () => expect(makeSafe(text)).toBe(shown))

  it('is still JSON', () => expect(JSON.parse(makeSafe(`{"a":"${'\u009b'}"}`))).toEqual({ a: '\u009b' }))
})

describe('a hostile document', () => {
  for (const format of ['pretty', 'json', 'github'])
    it(`is shown by check in the format ${format} without escape sequences`, async () => {
      const document = openApi({
        paths: { '/x': { get: { operationId: hostile, responses: { 200: { $ref: `#/${hostile}` } } } } },
      })
      await using folder = await writeFiles({ 'hostile.json': document })
      const { stdout, stderr } = await runStandin('check', join(folder.path, 'hostile.json'), '--format', format)
      expect(stdout).toContain('u001b')
      expect(makeSafe(stdout + stderr)).toBe(stdout + stderr)
    })
})
