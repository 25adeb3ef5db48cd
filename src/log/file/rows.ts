/**
 * The tables of the database, and the rows in them. Written so that damage is noticed: each row has a checksum of its table,
 * its key and its content, and what belongs together is stored twice: the name of a log in `log` and in `name`, where a log
 * starts in `log` and in `pin`. And so that much can be repaired: entries and parts contain enough to use them without
 * the row in `log`.
 *
 * - log: each log, with what its newest state consists of. A log without a name is deleted, but others start from it, or
 *   its rows are being deleted.
 * - name: the log of each name.
 * - entry: the entries of a log, by version: from 1, without gaps up to the newest. `parent`: as in `log`, for the first.
 * - part: the parts of its checkpoints, by number. Numbers are never used again. Each part has the numbers of the first and
 *   the last part of its checkpoint.
 * - pin: for each log that starts from another one, the state of the other one at that point.
 */
import { crc32 } from 'node:zlib'
import type { Row, Value } from './database.ts'
import type { Position } from './protocol.ts'

export const tables = `
  create table if not exists log(id integer primary key autoincrement, version integer, checkpoint integer, first integer, count integer, parent integer, crc integer, name text);
  create table if not exists name(name text primary key, log integer, crc integer) without rowid;
  create table if not exists entry(log integer, version integer, parent integer, crc integer, text text, primary key(log, version)) without rowid;
  create table if not exists part(log integer, number integer, checkpoint integer, first integer, last integer, crc integer, text text, primary key(log, number)) without rowid;
  create table if not exists pin(log integer, child integer, version integer, checkpoint integer, first integer, count integer, parent integer, crc integer, primary key(log, child)) without rowid;
`

export interface LogRow extends Position {
  readonly id: number
  /** Undefined: deleted. */
  readonly name: string | undefined
}

/** The state of `log` from which `child` starts. */
export interface PinRow extends Position {
  readonly log: number
  readonly child: number
}

export interface EntryRow {
  readonly log: number
  readonly version: number
  /** The log that the log starts from; 0: none, or this is not its first entry. */
  readonly parent: number
  readonly text: string
}

export interface PartRow {
  readonly log: number
  readonly number: number
  /** The version at which the checkpoint was taken. */
  readonly checkpoint: number
  /** The numbers of the first and the last part of the same checkpoint. */
  readonly first: number
  readonly last: number
  readonly text: string
}

const crcOf = (...content: readonly Value[]): number => crc32(content.join(' '))

const valuesOf = ({ version, checkpoint, first, count, parent }: Position): readonly number[] => [
  version,
  checkpoint,
  first,
  count,
  parent,
]

const positionOf = ({ version, checkpoint, first, count, parent }: Row): Position => ({
  version: Number(version),
  checkpoint: Number(checkpoint),
  first: Number(first),
  count: Number(count),
  parent: Number(parent),
})

const crcOfEntry = ({ log, version, parent, text }: EntryRow): number => crcOf('entry', log, version, parent, text)

const crcOfPart = ({ log, number, checkpoint, first, last, text }: PartRow): number =>
  crcOf('part', log, number, checkpoint, first, last, text)

const crcOfLog = (row: LogRow): number =>
  crcOf(row.name === undefined ? 'deleted' : 'log', row.id, ...valuesOf(row), row.name ?? '')

const crcOfName = (name: string, log: number): number => crcOf('name', log, name)

const crcOfPin = (row: PinRow): number => crcOf('pin', row.log, row.child, ...valuesOf(row))

/** In the order of the columns. */
export const writeLogRow = (row: LogRow): readonly Value[] => [
  row.id,
  ...valuesOf(row),
  crcOfLog(row),
  row.name ?? null,
]

export const writeEntryRow = (row: EntryRow): readonly Value[] => [
  row.log,
  row.version,
  row.parent,
  crcOfEntry(row),
  row.text,
]

export const writePartRow = (row: PartRow): readonly Value[] => [
  row.log,
  row.number,
  row.checkpoint,
  row.first,
  row.last,
  crcOfPart(row),
  row.text,
]

export const writeNameRow = (name: string, log: number): readonly Value[] => [name, log, crcOfName(name, log)]

export const writePinRow = (row: PinRow): readonly Value[] => [row.log, row.child, ...valuesOf(row), crcOfPin(row)]

/** Undefined where the checksum does not match. */
export const readLogRow = (row: Row): LogRow | undefined => {
  const name = row.name === null ? undefined : String(row.name)
  const read = { id: Number(row.id), name, ...positionOf(row) }
  return row.crc === crcOfLog(read) ? read : undefined
}

/** Undefined where the checksum does not match. */
export const readNameRow = (row: Row): { readonly name: string; readonly log: number } | undefined => {
  const read = { name: String(row.name), log: Number(row.log) }
  return row.crc === crcOfName(read.name, read.log) ? read : undefined
}

/** Undefined where the checksum does not match. */
export const readEntryRow = ({ log, version, parent, crc, text }: Row): EntryRow | undefined => {
  const read = { log: Number(log), version: Number(version), parent: Number(parent), text: String(text) }
  return crc === crcOfEntry(read) ? read : undefined
}

/** Undefined where the checksum does not match. */
export const readPartRow = (row: Row): PartRow | undefined => {
  const read = {
    log: Number(row.log),
    number: Number(row.number),
    checkpoint: Number(row.checkpoint),
    first: Number(row.first),
    last: Number(row.last),
    text: String(row.text),
  }
  return row.crc === crcOfPart(read) ? read : undefined
}

/** Undefined where the checksum does not match. */
export const readPinRow = (row: Row): PinRow | undefined => {
  const read = { log: Number(row.log), child: Number(row.child), ...positionOf(row) }
  return row.crc === crcOfPin(read) ? read : undefined
}
