/**
 * Wrong command lines: the exit code, and what stderr says. A built command that fails is in test/package.test.ts.
 */
import { describe, expect, it } from 'vitest'
import { stackTrace } from '../support/run-command.ts'
import { runStandinIn } from '../support/run-standin.ts'

const escapeCharacter = String.fromCharCode(27)

describe('the command fails', () => {
  const rows: readonly {
    readonly name: string
    readonly args: readonly string[]
    readonly variables?: Readonly<Record<string, string>>
    readonly code: number
    readonly says: readonly string[]
  }[] = [
    { name: 'with 2: an unknown option', args: ['--prot', '0'], code: 2, says: ['--prot', 'Did you mean --port?'] },
    { name: 'with 2: an invalid value', args: ['--port', 'http'], code: 2, says: ['--port', '"http"'] },
    { name: 'with 2: an option without its value', args: ['--port'], code: 2, says: ['port'] },
    { name: 'with 2: an unknown log', args: ['--log', 'loud'], code: 2, says: ['pretty, json, silent', '"loud"'] },
    {
      name: 'with 2: an invalid variable',
      args: [],
      variables: { STANDIN_SEED: 'x' },
      code: 2,
      says: ['"x"'],
    },
    {
      name: 'with 2: an unknown fixture set',
      args: ['--port', '0', '--fixtures', 'dmeo'],
      code: 2,
      says: ['dmeo'],
    },
    { name: 'with 3: a missing file', args: ['nowhere.yaml'], code: 3, says: ['nowhere.yaml', '(file-unreadable)'] },
    { name: 'with 3: a folder without documents', args: ['docs'], code: 3, says: ['(not-openapi)'] },
    {
      name: 'with 1: an address of another machine',
      args: ['--port', '0', '--host', '192.0.2.1'],
      code: 1,
      says: ['192.0.2.1', '--host'],
    },
  ]

  for (const { name, args, variables = {}, code, says } of rows)
    it(name, async () => {
      const result = await runStandinIn(variables, ...args)
      expect(result.code, result.stderr).toBe(code)
      expect(result.stdout).toBe('')
      for (const part of says) expect(result.stderr).toContain(part)
      expect(result.stderr).not.toMatch(stackTrace)
      expect(result.stderr).not.toContain(escapeCharacter)
    })
})
