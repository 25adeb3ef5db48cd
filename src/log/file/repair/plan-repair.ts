/**
 * Decides what can be restored from the rows that were found: for each log the longest prefix that can be read. A prefix is
 * a state that the log once had.
 */
import type { Position } from '../protocol.ts'
import type { PinRow } from '../rows.ts'
import type { FoundPart, Salvage } from './salvage.ts'

/** What became of one log. */
export interface Outcome {
  readonly name: string
  readonly kind: 'whole' | 'partly' | 'lost'
  /** The last entry that was restored; 0: none. */
  readonly restored: number
  /** The last entry that was written, as far as is known. */
  readonly last: number
  /** Undefined: whole. */
  readonly problem: string | undefined
}

/** The state of a log that is copied: a log with a name, or what another one starts from. */
export interface PlannedState {
  readonly log: number
  readonly position: Position
  /** Undefined: others start from it. */
  readonly name: string | undefined
}

export interface RepairPlan {
  readonly outcomes: readonly Outcome[]
  readonly states: readonly PlannedState[]
  readonly pins: readonly PinRow[]
  /** Logs whose names cannot be read. */
  readonly unnamed: number
}

export const planRepair = (salvage: Salvage): RepairPlan => {
  const names = findNames(salvage)
  const outcomes: Outcome[] = []
  const states: PlannedState[] = []
  const pins = new Map<string, PinRow>()
  for (const [name, log] of names) {
    const position = findState(salvage, log)
    outcomes.push(describe(salvage, name, log, position))
    if (!position) continue
    states.push({ log, position, name })
    for (const pin of position.parent === 0 ? [] : chainOf(salvage, position.parent, log))
      pins.set(`${pin.log} ${pin.child}`, pin)
  }
  for (const pin of pins.values()) states.push({ log: pin.log, position: pin, name: undefined })
  outcomes.sort((a, b) => (a.name < b.name ? -1 : 1))
  return { outcomes, states, pins: [...pins.values()], unnamed: countUnnamed(salvage, names) }
}

/** The log of each name. A name is stored twice; where a log says that it is deleted, it is. */
const findNames = ({ logs, names }: Salvage): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  const add = (name: string, log: number): void => {
    // After damage, a deleted log of the same name may be found as well: it has a lower number.
    if ((found.get(name) ?? 0) < log) found.set(name, log)
  }
  for (const [log, name] of names) if (!logs.has(log)) add(name, log)
  for (const { id, name } of logs.values()) if (name !== undefined) add(name, id)
  return found
}

const countUnnamed = ({ logs, names, used, pins }: Salvage, found: ReadonlyMap<string, number>): number => {
  const known = new Set([...logs.keys(), ...names.keys(), ...found.values()])
  for (const { log } of pins) known.add(log)
  return [...used].filter((log) => !known.has(log)).length
}

/** The longest prefix of a log that can be read. */
const findState = (salvage: Salvage, log: number): Position | undefined => {
  let best: Position | undefined
  for (const start of startsOf(salvage, log)) {
    const version = lastOf(salvage, log, start.checkpoint)
    if (version === 0) continue
    if (!best || version > best.version || (version === best.version && start.checkpoint > best.checkpoint))
      best = { ...start, version }
  }
  return best
}

/** Where the log can start: its first entry, with what it starts from, or a checkpoint that is complete. */
const startsOf = (salvage: Salvage, log: number): readonly Omit<Position, 'version'>[] => {
  const starts = findCheckpoints(salvage.parts.get(log))
  const first = salvage.entries.get(log)?.get(1)
  const canStart = first && (first.parent === 0 || chainOf(salvage, first.parent, log).length > 0)
  return canStart ? [...starts, { checkpoint: 0, first: 0, count: 0, parent: first.parent }] : starts
}

/** The checkpoints of which all parts were found, whether they were put in force or not. */
const findCheckpoints = (parts: ReadonlyMap<number, FoundPart> = new Map()): readonly Omit<Position, 'version'>[] => {
  const found: Omit<Position, 'version'>[] = []
  for (const [number, { checkpoint, first, last }] of parts)
    if (number === first && hasAll(parts, first, last))
      found.push({ checkpoint, first, count: last - first + 1, parent: 0 })
  return found
}

const hasAll = (found: ReadonlyMap<number, unknown> | undefined, first: number, last: number): boolean => {
  for (let number = first; number <= last; number++) if (!found?.has(number)) return false
  return true
}

/** The last of the entries after a version that follow each other. */
const lastOf = ({ entries }: Salvage, log: number, after: number): number => {
  const found = entries.get(log)
  let version = after
  while (found?.has(version + 1)) version++
  return version
}

/** The pin at which `child` starts in `log`, and those further up that it needs. Empty if anything of it is missing. */
const chainOf = (salvage: Salvage, log: number, child: number): readonly PinRow[] => {
  const chain: PinRow[] = []
  let [from, to] = [log, child]
  while (from !== 0) {
    const pin = salvage.pinOf(from, to)
    // A log starts from an older one: this also ends.
    if (!pin || pin.parent >= from || !isReadable(salvage, pin)) return []
    chain.push(pin)
    to = from
    from = pin.parent
  }
  return chain
}

const isReadable = ({ parts, entries }: Salvage, { log, checkpoint, version, first, count }: PinRow): boolean =>
  hasAll(parts.get(log), first, first + count - 1) && hasAll(entries.get(log), checkpoint + 1, version)

const describe = (salvage: Salvage, name: string, log: number, position: Position | undefined): Outcome => {
  const row = salvage.logs.get(log)
  const restored = position?.version ?? 0
  let last = Math.max(row?.version ?? 0, restored)
  for (const version of salvage.entries.get(log)?.keys() ?? []) last = Math.max(last, version)
  if (!position)
    return { name, kind: 'lost', restored, last, problem: 'neither its first entry nor a checkpoint can be used' }
  if (restored < last) return { name, kind: 'partly', restored, last, problem: `entry ${restored + 1} cannot be read` }
  if (!row) return { name, kind: 'partly', restored, last, problem: 'whether there were more is not known' }
  return { name, kind: 'whole', restored, last, problem: undefined }
}
