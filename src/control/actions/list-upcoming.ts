/**
 * What time will change next in a sandbox: lifecycles of records, keys that expire, operations that are removed, and the end of
 * an unused sandbox.
 */
import { type Moment, type Move, movesOf } from '../../behaviours/records/lifecycle.ts'
import { isGone } from '../../behaviours/records/record-id.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { isInstant } from '../../contract/values/time.ts'
import type { Service } from '../../loading/service.ts'
import type { JsonObject } from '../../ports.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { SandboxState } from '../../sandboxes/sandbox-state.ts'
import type { StoredRecord } from '../../store/store.ts'
import { momentOf } from './find-resource.ts'
import { Slices } from './sliced-work.ts'

export interface UpcomingChanges {
  /** The next one first. */
  readonly changes: readonly JsonObject[]
  /** How many there are without the limit. */
  readonly total: number
}

/** A change that can be compared with others before it is described. */
interface Change {
  /** Milliseconds from now; infinite while it is held. */
  readonly wait: number
  readonly describe: () => JsonObject
}

/** At most `limit` of them. Looks at all records, in slices; call it outside of a transaction, which it would block. */
export const listUpcoming = async (sandbox: Sandbox, service: Service, limit: number): Promise<UpcomingChanges> => {
  const { state, moment } = await sandbox.transact(() => ({ state: sandbox.capture(), moment: momentOf(sandbox) }))
  const next = new NextChanges(limit)
  for (const change of changesOfSandbox(sandbox, service, moment.now)) next.add(change)
  const slices = new Slices()
  for (const resource of service.resources) {
    if (resource.lifecycles.length === 0 || !state.store.has(resource.key)) continue
    for (const record of state.store.all(resource.key)) {
      if (!isGone(record))
        for (const move of movesOf(resource, record, moment))
          next.add(toChange({ resource, record, move, moment, state }))
      if (slices.count()) await slices.pause()
    }
  }
  return { changes: next.list(), total: next.total }
}

/** The earliest of many changes, in a list that stays short. Equal ones keep their order. */
class NextChanges {
  readonly #limit: number
  #changes: Change[] = []
  total = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  add(change: Change): void {
    this.total++
    const last = this.#changes[this.#limit - 1]
    if (last && last.wait <= change.wait) return
    const index = this.#changes.findLastIndex(({ wait }) => wait <= change.wait)
    this.#changes.splice(index + 1, 0, change)
    if (this.#changes.length > this.#limit) this.#changes.pop()
  }

  list(): readonly JsonObject[] {
    return this.#changes.map(({ describe }) => describe())
  }
}

function* changesOfSandbox(sandbox: Sandbox, service: Service, now: number): Generator<Change> {
  for (const { key, state, expires } of sandbox.keys.list())
    if (state === 'active' && expires !== undefined && expires > now)
      yield at(expires, now, {
        kind: 'key',
        key,
        what: `The key ${key} expires.`,
        from: 'active',
        to: 'expired',
      })
  for (const { document, entries } of service.documents)
    for (const { operations } of entries)
      for (const { id, deprecation } of operations.values())
        if (deprecation?.goneAt !== undefined && deprecation.goneAt > now)
          yield at(deprecation.goneAt, now, {
            kind: 'sunset',
            operation: id,
            document: document.name,
            what: `${id} is removed: its sunset is ${deprecation.sunset}.`,
            from: 'deprecated',
            to: 'removed',
          })
  const { lifetime, lastUsed } = sandbox
  if (lifetime !== undefined)
    yield at(lastUsed + lifetime, lastUsed, {
      kind: 'ttl',
      clock: 'real',
      what: 'The sandbox is deleted, unless it is used before.',
      from: 'available',
      to: 'deleted',
    })
}

const at = (time: number, now: number, facts: JsonObject): Change => {
  const wait = Math.max(0, time - now)
  return {
    wait,
    describe: () => ({ clock: 'sandbox', ...facts, ...timeOf(time, wait), held: null }),
  }
}

/** A time that no date has is as good as never. */
const timeOf = (time: number, wait: number): JsonObject =>
  isInstant(time) ? { at: new Date(time).toISOString(), in: Math.ceil(wait) } : { at: null, in: null }

interface MoveParts {
  readonly resource: Resource
  readonly record: StoredRecord
  readonly move: Move
  readonly moment: Moment
  readonly state: SandboxState
}

const toChange = ({ resource, record, move, moment, state }: MoveParts): Change => {
  const { lifecycle, from, to, at: time } = move
  const { property } = lifecycle
  const wait = time === undefined ? Number.POSITIVE_INFINITY : Math.max(0, time - moment.now)
  const describe = (): JsonObject => ({
    kind: 'lifecycle',
    clock: 'sandbox',
    resource: resource.key,
    record: String(record.id),
    property,
    what: `${property} of ${resource.key} ${record.id} changes from ${from} to ${to}.`,
    from,
    to,
    ...(time === undefined ? { at: null, in: null } : timeOf(time, wait)),
    held: time === undefined ? describeHold(move, record, state) : null,
  })
  return { wait, describe }
}

/** Which scenarios hold a lifecycle, and what ends that. */
const describeHold = ({ lifecycle }: Move, { hold }: StoredRecord, { scenarios, setup }: SandboxState): JsonObject => {
  const isOn = hold?.period !== undefined
  const holding = scenarios.filter((name) =>
    setup.scenarios.get(name)?.steps.some((step) => step.hold.some((held) => lifecycle.names.includes(held))),
  )
  return { scenarios: isOn ? holding : [], until: isOn ? 'scenario' : 'reset' }
}
