/**
 * A client with a sandbox of its own and a fork of it: it creates and deletes them, writes notes, takes snapshots, restores
 * them and resets. Since nobody else uses them, it knows what each must contain.
 */
import { absent, type History } from './history.ts'
import { endWrite, json, type Problems, type Random, type Send, type Sent } from './mixed-load.ts'
import { describeNote, describeSandbox, readNotes, type Stored } from './read-stored.ts'

interface State {
  readonly notes: readonly string[]
  /** What a reset returns to. */
  readonly initial: readonly string[]
  readonly snapshots: ReadonlyMap<string, readonly string[]>
}

interface Change {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly sent?: Sent
  /** Undefined: the sandbox is gone. */
  readonly next: State | undefined
}

interface OwnSandboxParts {
  readonly id: string
  readonly history: History
  readonly problems: Problems
  readonly random: Random
}

const describeState = (state: State | undefined): string | undefined =>
  state && describeSandbox(state.notes, [...state.snapshots.keys()])

const post = (body: unknown, headers: Readonly<Record<string, string>> = {}): Sent => ({
  headers: { ...json, ...headers },
  body: JSON.stringify(body),
})

/** A small sandbox, so that its whole content can be compared after each change. */
const maxNotes = 6

export class OwnSandbox {
  readonly #parts: OwnSandboxParts
  /** What each sandbox may contain: several states after a request without an answer. */
  readonly #possible = new Map<string, readonly (State | undefined)[]>()
  #count = 0

  constructor(parts: OwnSandboxParts) {
    this.#parts = parts
  }

  /** Sends one change, and reads the sandbox back. False: the connection is broken. */
  async step(send: Send): Promise<boolean> {
    const { id, random } = this.#parts
    const fork = `${id}-fork`
    for (const [name, possible] of this.#possible) if (possible.length > 1) return this.#settle(send, name, possible)
    const [state] = this.#possible.get(id) ?? [absent]
    const [forked] = this.#possible.get(fork) ?? [absent]
    if (state && !forked && random() < 0.15) return this.#carryOut(send, fork, this.#fork(state, fork))
    return forked && random() < 0.4
      ? this.#carryOut(send, fork, this.#choose(forked, fork))
      : this.#carryOut(send, id, state ? this.#choose(state, id) : this.#create())
  }

  #create(): Change {
    const { id } = this.#parts
    const next = { notes: [], initial: [], snapshots: new Map() }
    return { what: 'create', method: 'POST', path: '/_sandbox/sandboxes', sent: post({ id }), next }
  }

  #fork({ notes, snapshots }: State, fork: string): Change {
    const [snapshot] = snapshots
    const isFromSnapshot = snapshot !== undefined && this.#parts.random() < 0.5
    const from = isFromSnapshot ? `${this.#parts.id}/${snapshot[0]}` : this.#parts.id
    const initial = isFromSnapshot ? snapshot[1] : notes
    const next = { notes: initial, initial, snapshots: new Map() }
    return { what: `fork ${from}`, method: 'POST', path: '/_sandbox/sandboxes', sent: post({ id: fork, from }), next }
  }

  #choose(state: State, id: string): Change {
    const path = `/_sandbox/sandboxes/${id}`
    const choice = this.#parts.random()
    const [snapshot] = state.snapshots
    if (choice < 0.05) return { what: 'delete', method: 'DELETE', path, next: undefined }
    if (choice < 0.15 || state.notes.length >= maxNotes)
      return { what: 'reset', method: 'POST', path: `${path}/reset`, next: { ...state, notes: state.initial } }
    if (choice < 0.25 && state.snapshots.size < 3) return this.#takeSnapshot(state, path)
    if (choice < 0.4 && snapshot) {
      const [name, notes] = snapshot
      return { what: 'restore', method: 'POST', path: `${path}/snapshots/${name}/restore`, next: { ...state, notes } }
    }
    if (choice < 0.45 && snapshot) {
      const kept = new Map([...state.snapshots].slice(1))
      const next = { ...state, snapshots: kept }
      return { what: 'delete snapshot', method: 'DELETE', path: `${path}/snapshots/${snapshot[0]}`, next }
    }
    return this.#addNote(state, id)
  }

  /** Under a new name: whether one of the same name was replaced could not be read back after a kill. */
  #takeSnapshot(state: State, path: string): Change {
    const name = `s${++this.#count}`
    const snapshots = new Map(state.snapshots).set(name, state.notes)
    const sent = post({ name })
    return { what: 'snapshot', method: 'POST', path: `${path}/snapshots`, sent, next: { ...state, snapshots } }
  }

  #addNote(state: State, id: string): Change {
    const note = { tag: `own ${++this.#count}`, text: 'new' }
    const next = { ...state, notes: [...state.notes, describeNote(note)] }
    return { what: 'create a note', method: 'POST', path: '/notes', sent: post(note, { 'Sandbox-Id': id }), next }
  }

  async #carryOut(send: Send, id: string, { what, method, path, sent, next }: Change): Promise<boolean> {
    const { history } = this.#parts
    const [state] = this.#possible.get(id) ?? [absent]
    const write = history.begin(`sandbox ${id}`, describeState(next))
    this.#possible.set(id, [state, next])
    const received = await send(method, path, sent)
    const isDone = endWrite(this.#parts, write, received, `${what} in ${id}`)
    if (isDone !== undefined) this.#possible.set(id, [isDone ? next : state])
    if (!received) return false
    return this.#check(send, id, what)
  }

  /** Memory must be what was acknowledged. */
  async #check(send: Send, id: string, what: string): Promise<boolean> {
    const notes = await readNotes(send, id)
    const possible = this.#possible.get(id) ?? [absent]
    const text = JSON.stringify(notes?.map(describeNote))
    if (notes && !possible.some((state) => JSON.stringify(state?.notes) === text))
      this.#parts.problems.push(
        `after ${what}, ${id} has ${text}, expected ${possible.map((state) => JSON.stringify(state?.notes)).join(' or ')}`,
      )
    return true
  }

  /** After an answer that left the outcome open: reads what became of it. */
  async #settle(send: Send, id: string, possible: readonly (State | undefined)[]): Promise<boolean> {
    const { history, problems } = this.#parts
    const received = await send('GET', `/_sandbox/sandboxes/${id}`)
    const notes = await readNotes(send, id)
    if (!received) return false
    const isGone = received.status === 404
    if (!isGone && (received.status !== 200 || !notes)) return true
    const { snapshots }: { readonly snapshots: readonly string[] } = JSON.parse(received.text)
    const value = isGone ? absent : describeSandbox((notes ?? []).map(describeNote), snapshots)
    const found = possible.filter((state) => describeState(state) === value)
    if (found.length === 0) problems.push(`${id} is ${value}, expected ${possible.map(describeState).join(' or ')}`)
    history.settle(`sandbox ${id}`, value)
    this.#possible.set(id, [found[0]])
    return true
  }

  /** After a restart: of the states that are possible, the one that is stored. */
  continueFrom({ values }: Stored): void {
    for (const [id, possible] of this.#possible) {
      const found = possible.filter((state) => describeState(state) === values.get(`sandbox ${id}`))
      this.#possible.set(id, found)
    }
  }
}
