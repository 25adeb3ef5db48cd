/**
 * `standin mock` responds as `prism mock` did when `npm run prism-parity` recorded it, except where a case has a reason.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseArguments } from '../../src/cli/parse-arguments.ts'
import { toStandinOptions } from '../../src/cli/standin-options.ts'
import { createStandin, type Standin } from '../../src/index.ts'
import { resolveOptions } from '../../src/options/resolve-options.ts'
import { projectFolder } from '../support/run-command.ts'
import { parityCases } from './parity/all-cases.ts'
import { type Answer, findDifference, sendRequest } from './parity/answer.ts'
import type { ParityCase } from './parity/parity-case.ts'

type Recorded = Answer & { readonly case: string; readonly send: string }

const recorded: readonly Recorded[] = (await readFile(join(projectFolder, 'test/prism/parity/recorded.jsonl'), 'utf8'))
  .trim()
  .split('\n')
  .map((line): Recorded => JSON.parse(line))

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-parity-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** As the command starts it, without its process. */
const serve = async ({ document, flags = [] }: ParityCase): Promise<Standin> => {
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(document))
  const parsed = await parseArguments(['mock', file, ...flags, '--port', '0', '--no-watch'], 80)
  if (parsed.kind !== 'command') throw new TypeError(`${flags.join(' ')} is not a command line of mock`)
  const options = resolveOptions(parsed.options, {}, parsed.defaults)
  return createStandin({ ...toStandinOptions(options, undefined, () => {}), folder })
}

describe('what is recorded', () => {
  it('is the response to each request of the cases, in order', () =>
    expect(recorded.map((row) => `${row.case}: ${row.send}`)).toEqual(
      parityCases.flatMap(({ name, requests }) => requests.map(({ send }) => `${name}: ${send}`)),
    ))

  it('is the same as the response of Standin for more than 95 %', () => {
    const requests = parityCases.flatMap((parityCase) => parityCase.requests)
    const others = requests.filter(({ differs }) => differs !== undefined)
    expect(others.length / requests.length).toBeLessThan(0.05)
  })
})

let row = 0

for (const parityCase of parityCases)
  describe(`standin mock, ${parityCase.name}`, () => {
    let standin: Standin | undefined

    beforeAll(async () => {
      standin = await serve(parityCase)
    })

    afterAll(() => standin?.close())

    for (const request of parityCase.requests) {
      const prism = recorded[row++]
      it(`${request.send} ${JSON.stringify(request.headers ?? {})} ${request.body ?? ''}`, async () => {
        const answer = await sendRequest(standin?.url ?? '', request)
        const difference = prism && findDifference(prism, answer, request)
        const shown = JSON.stringify({ prism, standin: answer }, undefined, 2)
        if (request.differs === undefined) expect(difference, shown).toBeUndefined()
        else expect(difference, shown).toBeDefined()
      })
    }
  })
