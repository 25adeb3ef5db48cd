/**
 * Clients that create and read records through several replicas while something fails, and what they received: which
 * records were acknowledged, which may be stored, and which answers were wrong.
 */
import type { Answer } from '../support/client.ts'
import type { ReplicaProcess } from '../support/replica-processes.ts'

interface Pet {
  readonly id: number
  readonly name: string
}

export interface Load {
  /** Names of the acknowledged records by id. */
  readonly acknowledged: ReadonlyMap<number, string>
  /** Names of records whose outcome the client does not know. */
  readonly unknown: ReadonlySet<string>
  /** Number of answers by status; 0: the connection broke. */
  readonly statuses: ReadonlyMap<number, number>
  /** What should not have been answered. */
  readonly wrong: readonly string[]
  /** The longest time until an answer, in milliseconds. */
  readonly longest: () => number
  readonly stop: () => Promise<void>
}

const maxWrong = 20

class RunningLoad implements Load {
  readonly acknowledged = new Map<number, string>()
  readonly unknown = new Set<string>()
  readonly statuses = new Map<number, number>()
  readonly wrong: string[] = []
  readonly #replicas: () => readonly ReplicaProcess[]
  readonly #label: string
  #longest = 0
  #isRunning = true
  #clients: Promise<unknown> = Promise.resolve()

  constructor(replicas: () => readonly ReplicaProcess[], label: string) {
    this.#replicas = replicas
    this.#label = label
  }

  start(clients: number): void {
    this.#clients = Promise.all(Array.from({ length: clients }, (_, number) => this.#runClient(number)))
  }

  readonly longest = (): number => this.#longest

  async stop(): Promise<void> {
    this.#isRunning = false
    await this.#clients
  }

  async #runClient(number: number): Promise<void> {
    for (let count = 0; this.#isRunning; count++) {
      const all = this.#replicas()
      const replica = all[(number + count) % all.length]
      const other = all[(number + count + 1) % all.length]
      if (!replica || !other) return
      const id = await this.#create(replica, `${this.#label} ${number} ${count}`)
      if (id === undefined) await new Promise((resolve) => setTimeout(resolve, 5))
      else await this.#read(other, id)
    }
  }

  /** The id of an acknowledged record. */
  async #create(replica: ReplicaProcess, name: string): Promise<number | undefined> {
    const answer = await this.#send(replica, '/v1/pets', { body: { name, categoryId: 1 } })
    if (answer?.status === 201) {
      const { id } = answer.json as Pet
      const before = this.acknowledged.get(id)
      if (before !== undefined) this.#report(`the id ${id} was given to ${before} and to ${name}`)
      this.acknowledged.set(id, name)
      return id
    }
    const isUnknown = answer === undefined || answer.text.includes('may be stored or not')
    if (isUnknown) this.unknown.add(name)
    if (answer && answer.status !== 503 && answer.status !== 507)
      this.#report(`POST is ${answer.status}: ${answer.text}`)
    return undefined
  }

  async #read(replica: ReplicaProcess, id: number): Promise<void> {
    const name = this.acknowledged.get(id)
    const answer = await this.#send(replica, `/v1/pets/${id}`)
    if (!answer || answer.status === 503) return
    if (answer.status !== 200 || (answer.json as Pet).name !== name)
      this.#report(`GET ${id} is ${answer.status} instead of ${name}: ${answer.text}`)
  }

  async #send(replica: ReplicaProcess, path: string, options = {}): Promise<Answer | undefined> {
    const started = performance.now()
    const answer = await replica.call(path, options).catch(() => undefined)
    this.#longest = Math.max(this.#longest, performance.now() - started)
    const status = answer?.status ?? 0
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (!answer && replica.isRunning()) this.#report(`${path}: the connection broke, but the replica runs`)
    if (status === 503 && answer?.headers['retry-after'] === undefined)
      this.#report(`a 503 has no Retry-After: ${answer?.text}`)
    return answer
  }

  #report(message: string): void {
    if (this.wrong.length < maxWrong) this.wrong.push(message)
  }
}

/** `label` distinguishes the names of this load's records from those of others. */
export const startLoad = (replicas: () => readonly ReplicaProcess[], clients: number, label: string): Load => {
  const load = new RunningLoad(replicas, label)
  load.start(clients)
  return load
}

/** All records that a replica has, by id. */
export const readAll = async (replica: ReplicaProcess): Promise<ReadonlyMap<number, string>> => {
  const found = new Map<number, string>()
  for (let after = 0, isMore = true; isMore; ) {
    const path = `/sandboxes/default/records/pets?limit=1000&after=${after}`
    const page = (await replica.control('GET', path)).json as readonly Pet[]
    for (const { id, name } of page) found.set(id, name)
    isMore = page.length === 1_000
    after = page.at(-1)?.id ?? 0
  }
  return found
}

/** Milliseconds until the replica carries out a request that changes something. */
export const timeToRecover = async (replica: ReplicaProcess): Promise<number> => {
  const started = performance.now()
  while (performance.now() - started < 60_000) {
    const answer = await replica
      .call('/v1/pets', { body: { name: 'recovered', categoryId: 1 }, sandbox: 'recovery' })
      .catch(() => undefined)
    if (answer?.status === 201) return performance.now() - started
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return Number.POSITIVE_INFINITY
}
