/**
 * A disk whose power is cut: it has what was synced, and of what was not synced any part. Each change after the last sync
 * may be there or not, whatever came after it, and a write may be there up to any sector.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Random } from './mixed-load.ts'
import type { FileChange } from './watched-folder.ts'

type ContentChange =
  | { readonly kind: 'write'; readonly position: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly size: number }

interface File {
  synced: Buffer
  pending: ContentChange[]
}

interface NameChange {
  readonly path: string
  /** Undefined: the name is deleted. */
  readonly file: File | undefined
}

const sectorSize = 512

export class Disk {
  readonly #folder: string
  /** The names as programs see them. */
  readonly #names: Map<string, File>
  #syncedNames: ReadonlyMap<string, File>
  #pendingNames: NameChange[] = []

  /** `contents`: synced files, by path. */
  constructor(folder: string, contents: ReadonlyMap<string, Buffer>) {
    this.#folder = folder
    this.#names = new Map([...contents].map(([path, synced]) => [path, { synced, pending: [] }]))
    this.#syncedNames = new Map(this.#names)
  }

  apply(change: FileChange): void {
    const { path } = change
    const file = this.#names.get(path)
    switch (change.kind) {
      case 'create':
        this.#rename(path, { synced: Buffer.alloc(0), pending: [] })
        break
      case 'unlink':
        if (file) this.#rename(path, undefined)
        break
      case 'rename':
        this.#rename(change.to, file)
        this.#rename(path, undefined)
        break
      case 'write':
      case 'truncate':
        file?.pending.push(change)
        break
      case 'sync':
        if (path === this.#folder) this.#syncNames()
        else if (file) sync(file)
        break
      case 'folder':
        break
    }
  }

  #rename(path: string, file: File | undefined): void {
    if (file) this.#names.set(path, file)
    else this.#names.delete(path)
    this.#pendingNames.push({ path, file })
  }

  #syncNames(): void {
    this.#syncedNames = new Map(this.#names)
    this.#pendingNames = []
  }

  /** What is there after a power cut now, by path. */
  cut(random: Random): ReadonlyMap<string, Buffer> {
    // Everything, nothing, or some of it: the first two are what disks do most.
    const luck = random()
    const share = luck < 0.2 ? 0 : luck < 0.4 ? 1 : random()
    const names = new Map(this.#syncedNames)
    for (const { path, file } of this.#pendingNames) {
      if (random() >= share) continue
      if (file) names.set(path, file)
      else names.delete(path)
    }
    return new Map([...names].map(([path, file]) => [path, cutFile(file, share, random)]))
  }

  /** Writes what is there after a power cut into another folder. */
  static write(contents: ReadonlyMap<string, Buffer>, from: string, to: string): void {
    for (const [path, bytes] of contents) {
      const file = join(to, relative(from, path))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, bytes)
    }
  }
}

const sync = (file: File): void => {
  for (const change of file.pending) file.synced = applyTo(file.synced, change)
  file.pending = []
}

const cutFile = ({ synced, pending }: File, share: number, random: Random): Buffer => {
  let content = synced
  for (const change of pending) {
    const chance = random()
    if (chance < share) content = applyTo(content, change)
    else if (change.kind === 'write' && share > 0 && chance < share + 0.1)
      content = applyTo(content, tear(change, random))
  }
  return content
}

/** The first sectors of a write. */
const tear = ({ kind, position, bytes }: ContentChange & { readonly kind: 'write' }, random: Random): ContentChange => {
  const sectors = Math.floor((random() * bytes.length) / sectorSize)
  return { kind, position, bytes: bytes.subarray(0, sectors * sectorSize) }
}

const applyTo = (content: Buffer, change: ContentChange): Buffer => {
  if (change.kind === 'truncate') {
    const cut = Buffer.alloc(change.size)
    content.copy(cut)
    return cut
  }
  const { position, bytes } = change
  const changed = Buffer.alloc(Math.max(content.length, position + bytes.length))
  content.copy(changed)
  bytes.copy(changed, position)
  return changed
}
