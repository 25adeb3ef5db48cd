/**
 * Undoes a transaction that a kill or a power cut interrupted: writes the pages that SQLite saved in its journal back into
 * the database. SQLite does that itself when it opens a file, but the WebAssembly build does not: it sees its own lock,
 * and concludes that another process is still writing.
 *
 * The format: https://www.sqlite.org/fileformat2.html#the_rollback_journal
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs'

const magic = Buffer.from('d9d505f920a163d7', 'hex')

const headerLength = 28

interface Segment {
  /** Number of saved pages. */
  readonly count: number
  readonly nonce: number
  /** Pages that the database had before the transaction. */
  readonly pageCount: number
  readonly sectorSize: number
  readonly pageSize: number
}

/** The file must not be open elsewhere. Throws the errors of the file system. */
export const rollBackJournal = (database: string): void => {
  const journal = `${database}-journal`
  if (!isFilled(journal) || !isFilled(database)) return
  const from = openSync(journal, 'r+')
  try {
    const to = openSync(database, 'r+')
    try {
      restorePages(from, to)
      fsyncSync(to)
    } finally {
      closeSync(to)
    }
    // Only now: a crash before this line repeats the whole.
    ftruncateSync(from, 0)
    fsyncSync(from)
  } finally {
    closeSync(from)
  }
}

const isFilled = (file: string): boolean => existsSync(file) && statSync(file).size > 0

const restorePages = (from: number, to: number): void => {
  const { size } = fstatSync(from)
  const first = readSegment(from, 0, size)
  if (!first) return
  ftruncateSync(to, first.pageCount * first.pageSize)
  let position = 0
  for (let segment: Segment | undefined = first; segment; segment = readSegment(from, position, size, first)) {
    position += segment.sectorSize
    for (let index = 0; index < segment.count; index++) {
      const record = readRecord(from, position, segment)
      // The journal ends here: what follows was not on disk when the database was first written to.
      if (!record) return
      if (record.number <= first.pageCount)
        writeSync(to, record.page, 0, segment.pageSize, (record.number - 1) * segment.pageSize)
      position += segment.pageSize + 8
    }
    position = Math.ceil(position / segment.sectorSize) * segment.sectorSize
  }
}

/** Undefined where no segment begins. */
const readSegment = (from: number, position: number, size: number, first?: Segment): Segment | undefined => {
  const header = Buffer.alloc(headerLength)
  if (readSync(from, header, 0, headerLength, position) < headerLength) return undefined
  if (!header.subarray(0, magic.length).equals(magic)) return undefined
  const sectorSize = first?.sectorSize ?? header.readUInt32BE(20)
  const pageSize = first?.pageSize ?? header.readUInt32BE(24)
  if (!isPowerOfTwo(sectorSize, 32) || !isPowerOfTwo(pageSize, 512)) return undefined
  const count = header.readUInt32BE(8)
  const untilEnd = Math.floor((size - position - sectorSize) / (pageSize + 8))
  return {
    count: count === 0xff_ff_ff_ff ? Math.max(untilEnd, 0) : count,
    nonce: header.readUInt32BE(12),
    pageCount: header.readUInt32BE(16),
    sectorSize,
    pageSize,
  }
}

const isPowerOfTwo = (value: number, min: number): boolean =>
  value >= min && value <= 65_536 && (value & (value - 1)) === 0

/** Undefined where no whole page is saved. */
const readRecord = (from: number, position: number, { pageSize, nonce }: Segment) => {
  const record = Buffer.alloc(pageSize + 8)
  if (readSync(from, record, 0, record.length, position) < record.length) return undefined
  const page = record.subarray(4, pageSize + 4)
  const number = record.readUInt32BE(0)
  if (number === 0 || record.readUInt32BE(pageSize + 4) !== checksumOf(page, nonce)) return undefined
  return { number, page }
}

const checksumOf = (page: Buffer, nonce: number): number => {
  let sum = nonce
  for (let index = page.length - 200; index > 0; index -= 200) sum += page[index] ?? 0
  return sum >>> 0
}
