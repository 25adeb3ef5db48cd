/**
 * Prism as an oracle: Prism and Standin validate the same generated requests. Their verdicts agree, except for the
 * known faults of Prism.
 */
import type { IHttpOperation } from '@stoplight/types'
import fc from 'fast-check'
import { assert, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../src/contract/operation/operation.ts'
import { validateRequest } from '../../src/contract/operation/validate-request.ts'
import { parseQuery } from '../../src/contract/values/query.ts'
import { loadService, type Service } from '../../src/loading/service.ts'
import { requestsOf } from './prism-oracle/generate-requests.ts'
import {
  type Disagreement,
  explains,
  type Fault,
  prismFaults,
  ours as standinKnown,
} from './prism-oracle/prism-faults.ts'
import { loadPrism, type Verdict, validateByPrism } from './prism-oracle/prism-verdict.ts'
import { formatRequest, type WireRequest } from './prism-oracle/wire-request.ts'

/** Operations of each document. Most of the requests go to the last two, which have features that the first two lack. */
const documents: Readonly<Record<string, readonly string[]>> = {
  'spec/animal-store.yaml': ['listPets', 'createPet', 'getPet'],
  'spec/messages.yaml': ['sendMessage'],
  'test/documents/oracle.yaml': [
    ...[
      'listThings',
      'readFormats',
      'readLists',
      'readHeaderLists',
      'readHeaders',
      'readObjects',
      'getPart',
      'putNote',
    ],
    ...['postScalars', 'postNested', 'postChoices', 'postModern', 'postWritten'],
  ],
  'test/documents/oracle-3.0.yaml': ['listOldThings', 'postOldThing', 'putOldThing', 'putOldKind', 'putOldOwner'],
}

/** For each operation. */
const numRuns = 500
const seed = 20301205

interface Subject {
  readonly operation: Operation
  readonly service: Service
  readonly resource: IHttpOperation
}

const subjects = new Map<string, Subject>()

const subjectOf = (id: string): Subject => {
  const subject = subjects.get(id)
  assert(subject !== undefined, `no document has the operation ${id}`)
  return subject
}

beforeAll(async () => {
  for (const file of Object.keys(documents)) {
    const [service, prism] = await Promise.all([loadService([file]), loadPrism(file)])
    const operations = service.documents.flatMap(({ entries }) =>
      entries.flatMap((entry) => [...entry.operations.values()]),
    )
    for (const operation of operations) {
      const resource = prism.get(`${operation.method.toLowerCase()} ${operation.path}`)
      assert(resource !== undefined, `Prism does not know ${operation.id}`)
      subjects.set(operation.id, { operation, service, resource })
    }
  }
})

const validateByStandin = async ({ service, operation }: Subject, request: WireRequest): Promise<Verdict> => {
  const path = operation.document.basePath + request.path
  const match = service.matcher.match(request.method, path)
  if (match.kind !== 'operation') return { kind: 'invalid', reason: match.kind }
  expect(match.operation.id).toBe(operation.id)
  const validated = await validateRequest({
    operation: match.operation,
    pathParams: match.params,
    query: parseQuery(request.query),
    request: {
      id: 'req-1',
      method: request.method,
      path,
      query: request.query,
      headers: request.headers,
      readBody: async () => ({ kind: 'bytes', bytes: Buffer.from(request.body ?? '') }),
      bodySoFar: () => undefined,
    },
  })
  return validated.kind === 'valid'
    ? { kind: 'valid', reason: '' }
    : { kind: 'invalid', reason: validated.rejection.message }
}

const ask = async (subject: Subject, request: WireRequest): Promise<Disagreement> => ({
  operation: subject.operation,
  request,
  ours: await validateByStandin(subject, request),
  prism: validateByPrism(subject.resource, request),
})

const explain = ({ request, ours, prism }: Disagreement): string =>
  [
    formatRequest(request),
    `we say ${ours.kind} ${ours.reason}`,
    `Prism says ${prism.kind} ${prism.reason}`,
    'and that is not explained by the fault, or by any',
  ].join('\n')

const faults = [...prismFaults, ...standinKnown]

const counted = { valid: 0, invalid: 0, explained: 0 }

const expectAgreement = (answer: Disagreement): void => {
  const { ours, prism } = answer
  if (ours.kind === prism.kind) counted[ours.kind === 'valid' ? 'valid' : 'invalid']++
  else {
    expect(
      faults.some((fault) => explains(fault, answer)),
      explain(answer),
    ).toBe(true)
    counted.explained++
  }
}

describe('the verdicts agree', () => {
  for (const [file, ids] of Object.entries(documents))
    for (const id of ids)
      it(`on ${numRuns} requests of ${id} in ${file}`, async () => {
        const subject = subjectOf(id)
        const property = fc.asyncProperty(requestsOf(subject.operation), async (request) =>
          expectAgreement(await ask(subject, request)),
        )
        await fc.assert(property, { numRuns, seed })
      })

  it('on every operation of the documents', () =>
    expect([...subjects.keys()].sort()).toEqual(Object.values(documents).flat().sort()))

  it('and both verdicts are frequent', () => {
    expect(counted.valid).toBeGreaterThanOrEqual(1000)
    expect(counted.invalid).toBeGreaterThanOrEqual(1000)
    expect(counted.valid + counted.invalid).toBeGreaterThanOrEqual(2000)
    // A disagreement proves nothing.
    expect(counted.explained).toBeLessThan((counted.valid + counted.invalid) / 2)
  })
})

const toRequest = ({ operation: _, ...request }: Fault['example'], { method }: Operation): WireRequest => {
  const { path = '/', query = '', headers = {}, body } = request
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return { method, path, query, headers: { ...headers, ...length }, body }
}

const itShows = (who: string, fault: Fault): void =>
  it(`${who} ${fault.name}`, async () => {
    const subject = subjectOf(fault.example.operation)
    const answer = await ask(subject, toRequest(fault.example, subject.operation))
    expect(explains(fault, answer), explain(answer)).toBe(true)
  })

describe('known faults', () => {
  for (const fault of prismFaults) itShows('Prism', fault)
  for (const fault of standinKnown) itShows('Standin', fault)
})
