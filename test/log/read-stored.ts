/**
 * Reads everything that a server has, over HTTP, as the values that a history expects.
 */
import type { Send } from './mixed-load.ts'

export interface StoredNote {
  readonly id: number
  readonly tag: string
  readonly text: string
}

export interface Stored {
  readonly values: ReadonlyMap<string, string>
  /** The tag of each note of the default sandbox, by id. */
  readonly ids: ReadonlyMap<number, string>
  /** Notes that are stored twice. */
  readonly duplicates: readonly string[]
}

/** A sandbox that clients have for themselves, as the value of a history. */
export const describeSandbox = (notes: readonly string[], snapshots: readonly string[]): string =>
  JSON.stringify({ notes, snapshots: [...snapshots].sort() })

export const describeNote = ({ tag, text }: Omit<StoredNote, 'id'>): string => `${tag}: ${text}`

const pageSize = 1_000

/** All notes of a sandbox in the order of their ids; undefined if they cannot be read. */
export const readNotes = async (send: Send, sandbox: string): Promise<readonly StoredNote[] | undefined> => {
  const notes: StoredNote[] = []
  for (;;) {
    const after = notes.at(-1)?.id
    const query = `limit=${pageSize}${after === undefined ? '' : `&after=${after}`}`
    const received = await send('GET', `/_sandbox/sandboxes/${sandbox}/records/notes?${query}`)
    if (received?.status !== 200) return undefined
    const page: readonly StoredNote[] = JSON.parse(received.text)
    notes.push(...page)
    if (page.length < pageSize) return notes
  }
}

interface SandboxOverview {
  readonly id: string
  readonly snapshots: readonly string[]
}

/** Throws TypeError if something cannot be read. */
export const readStored = async (send: Send): Promise<Stored> => {
  const values = new Map<string, string>()
  const ids = new Map<number, string>()
  const duplicates: string[] = []
  const received = await send('GET', '/_sandbox/sandboxes')
  if (received?.status !== 200) throw new TypeError(`the sandboxes cannot be read: ${received?.text}`)
  const sandboxes: readonly SandboxOverview[] = JSON.parse(received.text)
  for (const { id, snapshots } of sandboxes) {
    const notes = await readNotes(send, id)
    if (!notes) throw new TypeError(`the notes of ${id} cannot be read`)
    if (id !== 'default') values.set(`sandbox ${id}`, describeSandbox(notes.map(describeNote), snapshots))
    else
      for (const note of notes) {
        if (values.has(`note ${note.tag}`)) duplicates.push(note.tag)
        values.set(`note ${note.tag}`, note.text)
        ids.set(note.id, note.tag)
      }
  }
  return { values, ids, duplicates }
}
