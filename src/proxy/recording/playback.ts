/**
 * Whether the recorded records give a recorded answer: a sandbox with these records gets the request, as with `standin --fixtures`.
 */

import type { Resource } from '../../behaviours/records/resource.ts'
import { readJsonText, stringifyJson } from '../../contract/values/json-text.ts'
import { readGiven, toStored } from '../../control/actions/given-record.ts'
import { createHandle, type Handle } from '../../handle/handle.ts'
import { JournalBudget } from '../../journal/journal.ts'
import { createBase } from '../../loading/base-store.ts'
import type { Service } from '../../loading/service.ts'
import type { IncomingRequest, JsonObject, RequestHeaders } from '../../ports.ts'
import { createLimits } from '../../sandboxes/limits.ts'
import { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { isEqual } from '../../scenarios/match-condition.ts'
import type { StoredRecord } from '../../store/store.ts'
import type { RecordedAnswer } from './recorded-answers.ts'

export type Fixtures = ReadonlyMap<Resource, readonly JsonObject[]>

export class Playback {
  readonly #handle: Handle
  #count = 0

  constructor(service: Service, fixtures: Fixtures) {
    const records = new Map(
      [...fixtures].map(([resource, values]) => [resource.key, values.flatMap((value) => toRecord(resource, value))]),
    )
    const base = createBase(service, { folder: '', records, sequences: new Map(), keys: undefined })
    const sandboxes = new Sandboxes({
      setup: {
        generation: 0,
        baseOf: () => base,
        keysOf: () => ({ any: true, keys: new Map(), ofFixtures: undefined }),
        openSet: async () => false,
        scenarios: new Map(),
      },
      realTime: Date.now,
      seed: 1,
      scenarios: [],
      maximum: 1_000_000,
      rewind: false,
      limits: createLimits(),
      budget: new JournalBudget({ bytes: 0, exchanges: 0 }),
    })
    this.#handle = createHandle({ current: { setup: { service } }, sandboxes, dynamic: false })
  }

  /** What the records give: the same answer, another success, or another error. */
  async compare(answer: RecordedAnswer): Promise<'same' | 'success' | 'error'> {
    const { method, request, sent, path, query } = answer
    const bytes =
      request === undefined
        ? Buffer.alloc(0)
        : Buffer.from(typeof request === 'string' ? request : stringifyJson(request))
    // A change must not show in the next answer.
    const isSafe = method === 'GET' || method === 'HEAD'
    const incoming: IncomingRequest = {
      id: `play-${++this.#count}`,
      method,
      path,
      query,
      headers: {
        ...plainHeaders(sent),
        ...(bytes.length === 0 ? {} : { 'content-length': String(bytes.length) }),
        ...(isSafe ? {} : { 'sandbox-id': `play-${this.#count}` }),
      },
      readBody: async () => ({ kind: 'bytes', bytes }),
      bodySoFar: () => undefined,
    }
    const { reply } = await this.#handle(incoming)
    const isSame = reply.status === answer.status && (method === 'HEAD' || isSameBody(answer, reply.body))
    if (isSame) return 'same'
    return reply.status < 300 ? 'success' : 'error'
  }
}

/** Conditions are about the entity tags of the real service, and the others about the connection or another sandbox. */
const plainHeaders = (headers: RequestHeaders): RequestHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        !/^(if-.*|sandbox-.*|prefer|host|connection|content-(length|encoding)|transfer-encoding|expect)$/.test(name),
    ),
  )

const toRecord = (resource: Resource, value: JsonObject): readonly StoredRecord[] => {
  const given = readGiven(resource, value, resource.name)
  return given.id === undefined ? [] : [toStored(resource, given, { id: given.id, now: Date.now() })]
}

const isSameBody = ({ response, isJson }: RecordedAnswer, body: string | Buffer | undefined): boolean => {
  const text = body === undefined ? '' : String(body)
  if (!isJson) return text === (response ?? '')
  const parsed = readJsonText(text)
  return parsed !== undefined && isEqual(response ?? null, parsed, false)
}
