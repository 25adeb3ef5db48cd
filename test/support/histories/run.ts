/**
 * Runs a history: sends each command to the servers under test and to one in memory only, and compares the answers.
 */
import { AssertionError } from 'node:assert'
import type { Setup } from '../../../src/loading/setup.ts'
import { type Replica, startReplica } from '../replica.ts'
import { type Answer, isStorageFailure, normalise, type Side, send, useHandle } from './answers.ts'
import type { Call, Command, HandleCall } from './commands.ts'
import type { System, TestTime } from './servers.ts'

export interface HistoryParts {
  readonly system: System
  readonly setup: Setup
  readonly time: TestTime
  /** Chooses a replica: an integer below the argument. */
  readonly choose: (count: number) => number
}

/** What histories consisted of. */
export interface Figures {
  commands: number
  compared: number
  failed: number
  restarts: number
}

export const createFigures = (): Figures => ({ commands: 0, compared: 0, failed: 0, restarts: 0 })

export const runHistory = async (
  commands: readonly Command[],
  { setup, time, ...rest }: HistoryParts,
  figures: Figures,
): Promise<void> => {
  await using model = await startReplica({ setup, now: () => time.now })
  const history = new History({ ...rest, time, model, figures })
  for (const command of commands) await history.run(command)
  await history.compareEverything()
}

interface Parts extends Omit<HistoryParts, 'setup'> {
  readonly model: Replica
  readonly figures: Figures
}

class History {
  readonly #parts: Parts
  readonly #known: Side = { keys: [], ids: [] }
  readonly #tested: Side = { keys: [], ids: [] }
  /** How many commands come before the storage works again. */
  #outageLeft = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async run(command: Command): Promise<void> {
    const { figures, time, system } = this.#parts
    figures.commands++
    if (this.#outageLeft > 0 && --this.#outageLeft === 0) system.faults.outage = undefined
    switch (command.kind) {
      case 'call':
      case 'handle':
        return this.#runCall(command)
      case 'crowd':
        return this.#isInOrder(command.call) ? this.#runCall(command.call) : this.#runCrowd(command.call, command.count)
      case 'wait':
        time.now += command.milliseconds
        return
      case 'expire':
        return this.#expire()
      case 'restart':
        return this.#restart()
      case 'outage':
        this.#outageLeft = command.commands + 1
        system.faults.outage = command.outage
    }
  }

  get #replica(): Replica {
    const { system, choose } = this.#parts
    const replica = system.replicas[choose(system.replicas.length)]
    if (!replica) throw new AssertionError({ message: 'there is no replica' })
    return replica
  }

  async #runCall(call: Call | HandleCall): Promise<void> {
    const { model, system, figures } = this.#parts
    if (system.faults.outage !== undefined && this.#isUnclear(call)) return
    const before = system.faults.unacknowledged
    const got = await ask(this.#replica, call, this.#tested)
    if (system.faults.outage !== undefined && isStorageFailure(got)) {
      figures.failed++
      if (system.faults.unacknowledged > before) await ask(model, call, this.#known)
      return
    }
    const idsBefore = new Set(model.sandboxes.all().map(({ id }) => id))
    const wanted = await ask(model, call, this.#known)
    this.#learn(got, wanted)
    this.#compare(call, [got], [wanted])
    await this.#confirmFirstUse(idsBefore)
  }

  /**
   * Whether several outcomes of a call are right while the storage fails: a first use may create a sandbox in the memory of
   * one replica, and counters of scenarios are stored before the rest. A sandbox that was created without an answer may have
   * an id that nobody knows.
   */
  #isUnclear(call: Call | HandleCall): boolean {
    const { model, system } = this.#parts
    if (call.kind !== 'call') return false
    if (call.to === 'control') return system.faults.outage === 'unknown' && createsUnnamed(call)
    const named = call.headers['Sandbox-Id'] ?? /^\/~([^/]+)/.exec(call.path)?.[1]
    if (named !== undefined && !model.sandboxes.find(decodeURIComponent(named))) return true
    const isScripted = call.headers['Sandbox-Scenario'] !== undefined
    const mayCount = isScripted || model.sandboxes.all().some(({ scenarios }) => scenarios.length > 0)
    return system.faults.outage === 'unknown' && mayCount
  }

  /** A sandbox that a rejected request has created exists in one replica only, until another request uses it. */
  async #confirmFirstUse(idsBefore: ReadonlySet<string>): Promise<void> {
    const { model, system } = this.#parts
    if (system.faults.outage !== undefined) return
    for (const { id, origin } of model.sandboxes.all()) {
      if (origin !== 'first-use' || idsBefore.has(id)) continue
      const headers = { Authorization: 'Bearer sandbox-key', 'Sandbox-Id': this.#nameOf(id) }
      const call: Call = { kind: 'call', to: 'documents', method: 'GET', path: '/v1/pets?limit=1', headers }
      this.#compare(call, [await ask(this.#replica, call, this.#tested)], [await ask(model, call, this.#known)])
    }
  }

  /** Whether what a call answers depends on the calls that come at the same time. */
  #isInOrder({ headers }: Call): boolean {
    const { model, system } = this.#parts
    const scenarios = [headers['Sandbox-Scenario'], ...model.sandboxes.all().flatMap(({ scenarios }) => scenarios)]
    return system.faults.outage !== undefined || scenarios.includes('time-passes')
  }

  /** The id as a header or a path has it; `{id 0}` for one that was generated. */
  #nameOf(id: string): string {
    const { ids } = this.#known
    return ids.includes(id) ? `{id ${ids.length - 1 - ids.indexOf(id)}}` : encodeURIComponent(id)
  }

  async #runCrowd(call: Call, count: number): Promise<void> {
    const { model } = this.#parts
    const idsBefore = new Set(model.sandboxes.all().map(({ id }) => id))
    const got = await Promise.all(Array.from({ length: count }, () => ask(this.#replica, call, this.#tested)))
    const wanted: Answer[] = []
    for (let index = 0; index < count; index++) wanted.push(await ask(model, call, this.#known))
    this.#compare(call, got, wanted)
    await this.#confirmFirstUse(idsBefore)
  }

  async #expire(): Promise<void> {
    const { time, system, model } = this.#parts
    if (system.faults.outage !== undefined) return
    const expired = model.sandboxes.all().filter(({ lifetime }) => lifetime !== undefined)
    time.now += 3 * 3_600_000
    await system.expire(expired.map(({ id }) => this.#tested.ids[this.#known.ids.indexOf(id)] ?? id))
    const list: Call = { kind: 'call', to: 'control', method: 'GET', path: '/sandboxes', headers: {} }
    const wanted = await ask(model, list, this.#known)
    for (const replica of system.replicas) this.#compare(list, [await ask(replica, list, this.#tested)], [wanted])
  }

  async #restart(): Promise<void> {
    const { system, figures, choose } = this.#parts
    if (system.faults.outage !== undefined) return
    figures.restarts++
    await system.restart(choose(system.replicas.length))
  }

  /** Keys and ids that were generated are known by the same number on both sides. */
  #learn(got: Answer, wanted: Answer): void {
    if (got.key !== undefined && wanted.key !== undefined) {
      this.#tested.keys.push(got.key)
      this.#known.keys.push(wanted.key)
    }
    if (got.id?.startsWith('sandbox-') && wanted.id !== undefined) {
      this.#tested.ids.push(got.id)
      this.#known.ids.push(wanted.id)
    }
  }

  #compare(call: Call | HandleCall, got: readonly Answer[], wanted: readonly Answer[]): void {
    const { figures, system } = this.#parts
    figures.compared += got.length
    // Of several calls at once, the one that a limit counts first need not be the one that is carried out first.
    const ignored = got.length > 1 ? ['ratelimit'] : []
    const actual = got.map((answer) => normalise(answer, this.#tested, ignored)).sort()
    const expected = wanted.map((answer) => normalise(answer, this.#known, ignored)).sort()
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      throw new AssertionError({
        message: `${JSON.stringify(call)}\ngot ${actual.join('\n')}\nwanted ${expected.join('\n')}`,
        actual,
        expected,
      })
    if (system.reported.length > 0)
      throw new AssertionError({ message: `reported: ${system.reported.map(String).join(', ')}` })
  }

  /** Compares all that can be read, on each replica, then what each snapshot and a reset return to. */
  async compareEverything(): Promise<void> {
    const { model, system } = this.#parts
    system.faults.outage = undefined
    const probe = async (paths: readonly string[], method = 'GET', isEverywhere = true): Promise<void> => {
      for (const path of paths) {
        const call: Call = { kind: 'call', to: 'control', method, path, headers: {} }
        const wanted = await ask(model, call, this.#known)
        const replicas = isEverywhere ? system.replicas : [this.#replica]
        for (const replica of replicas) this.#compare(call, [await ask(replica, call, this.#tested)], [wanted])
      }
    }
    await probe(['/sandboxes'])
    for (const sandbox of model.sandboxes.all()) {
      const at = `/sandboxes/${this.#nameOf(sandbox.id)}`
      const state = ['', '/records/orders', '/records/items', '/records/pets', '/records/messages'].map(
        (path) => at + path,
      )
      await probe([...state, `${at}/keys`, `${at}/snapshots`])
      for (const { name } of sandbox.snapshots.list()) {
        await probe([`${at}/snapshots/${name}/restore`], 'POST', false)
        await probe(state)
      }
      await probe([`${at}/reset`], 'POST', false)
      await probe([...state, `${at}/keys`])
      await this.#compareNextIds(sandbox.id)
    }
  }

  async #compareNextIds(id: string): Promise<void> {
    const headers = { Authorization: 'Bearer sandbox-key', 'Sandbox-Id': this.#nameOf(id) }
    const create = (path: string, body: object): Call => ({
      kind: 'call',
      to: 'documents',
      method: 'POST',
      path,
      headers: { ...headers, 'Idempotency-Key': 'first' },
      body,
    })
    await this.#runCall(create('/v1/pets', { name: 'last', categoryId: 1 }))
    await this.#runCall(create('/shop/orders', { label: 'last' }))
    await this.#runCall(create('/messages', { message: 'last' }))
  }
}

const createsUnnamed = ({ method, path, body }: Call): boolean =>
  method === 'POST' && path === '/sandboxes' && !(typeof body === 'object' && body !== null && 'id' in body)

const ask = (replica: Replica, call: Call | HandleCall, side: Side): Promise<Answer> =>
  call.kind === 'call' ? send(replica, call, side) : useHandle(replica, call)
