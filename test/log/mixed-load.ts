/**
 * Clients that change a server in every way at once: notes of one sandbox are created, changed and deleted, while other
 * sandboxes are created, forked, reset, deleted, and returned to snapshots. A history notes what must be stored.
 */
import { absent, anything, type History, type Write } from './history.ts'
import { OwnSandbox } from './own-sandbox.ts'
import { describeNote, describeSandbox, readNotes, type Stored } from './read-stored.ts'

export interface Sent {
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Received {
  readonly status: number
  readonly text: string
}

/** Sends a request; undefined: the connection broke before the answer. */
export type Send = (method: string, path: string, sent?: Sent) => Promise<Received | undefined>

export const json = { 'Content-Type': 'application/json' }

/** Deterministic numbers from 0 to 1. */
export type Random = () => number

export const createRandom = (seed: number): Random => {
  let state = (seed * 2_654_435_761) % 2_147_483_646
  return () => {
    state = ((state + 1) * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}

export interface LoadOptions {
  readonly history: History
  /** Clients that write notes of the default sandbox. */
  readonly noteClients: number
  /** Clients that have sandboxes of their own. */
  readonly sandboxClients: number
  /** Whether another client forks the default sandbox again and again. */
  readonly hasForks?: boolean
  /** Begins the names of notes and sandboxes, and makes the choices of clients different. */
  readonly round?: number
}

/** Answers that no write may get, and ids that were given twice. */
export type Problems = string[]

export class MixedLoad {
  readonly problems: Problems = []
  readonly #noteClients: readonly NoteClient[]
  readonly #sandboxes: readonly OwnSandbox[]
  readonly #forks: ForkClient | undefined

  constructor({ history, noteClients, sandboxClients, hasForks = true, round = 0 }: LoadOptions) {
    const { problems } = this
    const ids = new Map<number, string>()
    this.#noteClients = Array.from(
      { length: noteClients },
      (_, index) =>
        new NoteClient({
          name: `n${round}.${index}`,
          history,
          problems,
          ids,
          random: createRandom(round * 1_000 + index + 1),
        }),
    )
    this.#sandboxes = Array.from(
      { length: sandboxClients },
      (_, index) =>
        new OwnSandbox({
          id: `own-${round}.${index}`,
          history,
          problems,
          random: createRandom(round * 7_000 + index + 1),
        }),
    )
    this.#forks = hasForks ? new ForkClient(`fork-${round}`, history, problems) : undefined
  }

  /** Each client sends requests one after another, `count` at most, until the connection breaks or `isStopped`. */
  async run(send: Send, { count = Number.POSITIVE_INFINITY, isStopped = () => false } = {}): Promise<void> {
    const clients = [...this.#noteClients, ...this.#sandboxes, ...(this.#forks ? [this.#forks] : [])]
    await Promise.all(
      clients.map(async (client) => {
        for (let sent = 0; sent < count && !isStopped(); sent++) if (!(await client.step(send))) return
      }),
    )
  }

  /** After a restart: the clients go on from what is stored. */
  continueFrom(stored: Stored): void {
    for (const client of this.#noteClients) client.continueFrom(stored)
    for (const client of this.#sandboxes) client.continueFrom(stored)
    this.#forks?.continueFrom(stored)
  }
}

/** Whether an answer says that nothing was changed. */
const isRejected = ({ status, text }: Received): boolean =>
  status === 507 || (status === 503 && !text.includes('may be stored'))

/** Ends a write according to the answer. Whether it was acknowledged; undefined where the outcome is not known. */
export const endWrite = (
  { history, problems }: { readonly history: History; readonly problems: Problems },
  write: Write,
  received: Received | undefined,
  what: string,
): boolean | undefined => {
  if (!received) return undefined
  if (received.status < 300) {
    history.acknowledge(write)
    return true
  }
  if (isRejected(received)) {
    history.fail(write)
    return false
  }
  if (received.status !== 503) problems.push(`${what} got ${received.status} ${received.text}`)
  return undefined
}

interface NoteClientParts {
  readonly name: string
  readonly history: History
  readonly problems: Problems
  /** The tag of each id that was given out. */
  readonly ids: Map<number, string>
  readonly random: Random
}

interface Note {
  readonly id: number
  readonly tag: string
}

/** Creates, changes and deletes notes of its own in the default sandbox. */
class NoteClient {
  readonly #parts: NoteClientParts
  readonly #notes = new Map<string, Note>()
  /** Creations without an answer. They are repeated with their idempotency key. */
  readonly #open = new Set<string>()
  #count = 0

  constructor(parts: NoteClientParts) {
    this.#parts = parts
  }

  /** Sends one request. False: the connection is broken. */
  async step(send: Send): Promise<boolean> {
    const [open] = this.#open
    // At once: a server knows the last thousand keys.
    if (open !== undefined) return this.#create(send, open)
    const choice = this.#parts.random()
    const [note] = this.#notes.values()
    if (note && choice < 0.25) return this.#change(send, note, `changed ${++this.#count}`)
    if (note && choice < 0.4) return this.#change(send, note, absent)
    return this.#create(send, `${this.#parts.name}-${++this.#count}`)
  }

  async #create(send: Send, tag: string): Promise<boolean> {
    const { history, problems, ids } = this.#parts
    const write = history.begin(`note ${tag}`, 'new')
    this.#open.add(tag)
    const headers = { ...json, 'Idempotency-Key': tag }
    const received = await send('POST', '/notes', { headers, body: JSON.stringify({ tag, text: 'new' }) })
    const isDone = endWrite(this.#parts, write, received, `the creation of ${tag}`)
    if (isDone !== undefined) this.#open.delete(tag)
    if (isDone && received) {
      const { id }: Note = JSON.parse(received.text)
      const other = ids.get(id) ?? tag
      if (other !== tag) problems.push(`the id ${id} was given to ${other} and ${tag}`)
      ids.set(id, tag)
      this.#notes.set(tag, { id, tag })
    }
    return received !== undefined
  }

  async #change(send: Send, { id, tag }: Note, text: string | undefined): Promise<boolean> {
    const { history } = this.#parts
    const write = history.begin(`note ${tag}`, text)
    // The note is used again only if the answer says what became of it.
    this.#notes.delete(tag)
    const received =
      text === absent
        ? await send('DELETE', `/notes/${id}`)
        : await send('PATCH', `/notes/${id}`, { headers: json, body: JSON.stringify({ text }) })
    const isDone = endWrite(this.#parts, write, received, `a change of ${tag}`)
    if (isDone === false || (isDone && text !== absent)) this.#notes.set(tag, { id, tag })
    return received !== undefined
  }

  continueFrom({ ids }: Stored): void {
    const { name } = this.#parts
    for (const [id, tag] of ids)
      if (tag.startsWith(`${name}-`)) {
        this.#parts.ids.set(id, tag)
        if (!this.#open.has(tag)) this.#notes.set(tag, { id, tag })
      }
  }
}

/** Forks of the default sandbox that exist at the same time. */
const maxForks = 3

/** Forks the default sandbox while others write to it. What a fork has must never change again. */
class ForkClient {
  readonly #name: string
  readonly #history: History
  readonly #problems: Problems
  readonly #forks = new Set<string>()
  #count = 0

  constructor(name: string, history: History, problems: Problems) {
    this.#name = name
    this.#history = history
    this.#problems = problems
  }

  step(send: Send): Promise<boolean> {
    const [oldest] = this.#forks
    return oldest !== undefined && this.#forks.size >= maxForks ? this.#delete(send, oldest) : this.#create(send)
  }

  async #create(send: Send): Promise<boolean> {
    const id = `${this.#name}.${++this.#count}`
    const write = this.#history.begin(`sandbox ${id}`, anything)
    const body = JSON.stringify({ id, from: 'default' })
    const received = await send('POST', '/_sandbox/sandboxes', { headers: json, body })
    if (!endWrite(this.#parts, write, received, `the fork ${id}`)) return received !== undefined
    this.#forks.add(id)
    const notes = await readNotes(send, id)
    if (notes) write.value = describeSandbox(notes.map(describeNote), [])
    return true
  }

  async #delete(send: Send, id: string): Promise<boolean> {
    const write = this.#history.begin(`sandbox ${id}`, absent)
    const received = await send('DELETE', `/_sandbox/sandboxes/${id}`)
    if (endWrite(this.#parts, write, received, `the deletion of ${id}`) !== false) this.#forks.delete(id)
    return received !== undefined
  }

  get #parts() {
    return { history: this.#history, problems: this.#problems }
  }

  continueFrom({ values }: Stored): void {
    this.#forks.clear()
    for (const key of values.keys())
      if (key.startsWith(`sandbox ${this.#name}.`)) this.#forks.add(key.slice('sandbox '.length))
  }
}
