/**
 * Reads rows from the pages of an SQLite file without SQLite, which stops at damage. Every page is read on its own, so
 * damage in one does not hide the rows of others. Whoever uses the rows compares their checksums: after damage, anything
 * may look like a row.
 *
 * The format: https://www.sqlite.org/fileformat2.html
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readRecord, readVarint } from './record.ts'

const pageSize = 4_096

/** Kinds of pages that have rows: leaves of tables with row ids, leaves and inner pages of those without. */
const pageKinds = [0x0d, 0x0a, 0x02] as const
type PageKind = (typeof pageKinds)[number]

const isPageKind = (value: number | undefined): value is PageKind => pageKinds.some((kind) => kind === value)

/** Where a row is. */
export interface Place {
  readonly page: number
  readonly offset: number
  readonly kind: PageKind
}

export interface PageRow {
  readonly place: Place
  /** Undefined in tables without row ids. */
  readonly rowId: number | undefined
  readonly values: readonly unknown[]
  /** False: the page does not count it. It was deleted, or the count is damaged. */
  readonly isCounted: boolean
}

export class DatabasePages {
  readonly #file: number
  readonly #pageCount: number

  /** Throws the errors of the file system. */
  constructor(file: string) {
    this.#file = openSync(file, 'r')
    this.#pageCount = Math.ceil(fstatSync(this.#file).size / pageSize)
  }

  close(): void {
    closeSync(this.#file)
  }

  /** Calls back with everything that looks like a row, once for each; the callback returns whether it is one. */
  visitRows(visit: (row: PageRow) => boolean): void {
    const free = this.#readFreePages()
    for (let page = 1; page <= this.#pageCount; page++) {
      if (free.has(page)) continue
      const bytes = this.#readPage(page)
      const declared = bytes[page === 1 ? 100 : 0]
      // Damage may have changed the kind.
      const kinds = [...pageKinds].sort((a, b) => Number(b === declared) - Number(a === declared))
      for (const kind of kinds) {
        let isRightKind = false
        for (const row of this.#rowsOf(page, bytes, kind)) if (visit(row)) isRightKind = true
        if (isRightKind) break
      }
    }
  }

  /** The row at a place; undefined where it cannot be read. */
  readRow({ page, offset, kind }: Place): PageRow | undefined {
    const row = isPageKind(kind) ? this.#readCell(this.#readPage(page), kind, offset) : undefined
    return row && { ...row, place: { page, offset, kind }, isCounted: true }
  }

  /** What is missing at the end of the file is zeros. */
  #readPage(page: number): Buffer {
    const bytes = Buffer.alloc(pageSize)
    readSync(this.#file, bytes, 0, pageSize, (page - 1) * pageSize)
    return bytes
  }

  /** Pages that are not in use: they have deleted rows. Those that are listed before the first damage of the list. */
  #readFreePages(): ReadonlySet<number> {
    const free = new Set<number>()
    let trunk = this.#pageCount === 0 ? 0 : this.#readPage(1).readUInt32BE(32)
    while (trunk > 1 && trunk <= this.#pageCount && !free.has(trunk)) {
      const bytes = this.#readPage(trunk)
      const count = bytes.readUInt32BE(4)
      if (count > pageSize / 4 - 2) break
      free.add(trunk)
      for (let index = 0; index < count; index++) free.add(bytes.readUInt32BE(8 + 4 * index))
      trunk = bytes.readUInt32BE(0)
    }
    return free
  }

  /** The number of cells may be damaged as well: everything in front of the first cell is read as a list of them. */
  *#rowsOf(page: number, bytes: Buffer, kind: PageKind): Generator<PageRow> {
    const header = page === 1 ? 100 : 0
    const start = header + (kind === 0x02 ? 12 : 8)
    const counted = start + 2 * bytes.readUInt16BE(header + 3)
    const seen = new Set<number>()
    for (let slot = start, end = pageSize; slot + 2 <= end; slot += 2) {
      const offset = bytes.readUInt16BE(slot)
      if (offset < start || offset >= pageSize || seen.has(offset)) continue
      seen.add(offset)
      const row = this.#readCell(bytes, kind, offset)
      if (!row) continue
      if (offset > slot) end = Math.min(end, offset)
      yield { ...row, place: { page, offset, kind }, isCounted: slot < counted }
    }
  }

  #readCell(bytes: Buffer, kind: PageKind, offset: number): Pick<PageRow, 'rowId' | 'values'> | undefined {
    let position = offset + (kind === 0x02 ? 4 : 0)
    const size = readVarint(bytes, position)
    if (!size || size.value > this.#pageCount * pageSize) return undefined
    position = size.end
    const rowId = kind === 0x0d ? readVarint(bytes, position) : undefined
    if (kind === 0x0d && !rowId) return undefined
    const payload = this.#readPayload(bytes, rowId?.end ?? position, size.value, kind)
    const values = payload && readRecord(payload)
    return values && { rowId: rowId?.value, values }
  }

  /** What does not fit into the page continues in a chain of others. */
  #readPayload(bytes: Buffer, start: number, size: number, kind: PageKind): Buffer | undefined {
    const local = localSize(size, kind)
    if (start + local > pageSize) return undefined
    if (local === size) return bytes.subarray(start, start + size)
    if (start + local + 4 > pageSize) return undefined
    const pieces = [bytes.subarray(start, start + local)]
    let next = bytes.readUInt32BE(start + local)
    for (let missing = size - local; missing > 0; missing -= pageSize - 4) {
      if (next < 2 || next > this.#pageCount) return undefined
      const page = this.#readPage(next)
      pieces.push(page.subarray(4, Math.min(pageSize, 4 + missing)))
      next = page.readUInt32BE(0)
    }
    return Buffer.concat(pieces, size)
  }
}

/** Bytes of a payload that are in the page itself. */
const localSize = (size: number, kind: PageKind): number => {
  const most = kind === 0x0d ? pageSize - 35 : Math.floor(((pageSize - 12) * 64) / 255) - 23
  if (size <= most) return size
  const least = Math.floor(((pageSize - 12) * 32) / 255) - 23
  const local = least + ((size - least) % (pageSize - 4))
  return local <= most ? local : least
}
