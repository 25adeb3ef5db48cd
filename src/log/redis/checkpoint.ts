/**
 * The parts of a checkpoint as fields of a hash, and back. Fields are short, so that no command is large: Redis carries
 * out one command at a time, and a large one delays all others.
 */
import { LogError } from '../log.ts'
import type { Connection } from './connection.ts'
import { asList } from './replies.ts'

/** Most UTF-16 units in a field: at most 192 KB. */
const fieldLength = 65_536

/** Most bytes in a command. */
const commandBytes = 262_144

/** Commands that are on their way at the same time. */
const commandsAtOnce = 4

/** Fields that are read by one command. */
const fieldsAtOnce = 4

/** Milliseconds until parts that were never put in force are deleted. */
const abandonedAfter = 600_000

/** The first field of a part begins with `+`, each other with `-`. */
const toFields = (parts: readonly string[]): readonly string[] => parts.flatMap((part) => splitPart(part))

const splitPart = (part: string): readonly string[] => {
  const fields: string[] = []
  let start = 0
  do {
    const end = findCut(part, start + fieldLength)
    fields.push(`${start === 0 ? '+' : '-'}${part.slice(start, end)}`)
    start = end
  } while (start < part.length)
  return fields
}

/** Half of a surrogate pair cannot be stored. */
const findCut = (text: string, end: number): number => {
  const code = text.charCodeAt(end - 1)
  return end < text.length && code >= 0xd800 && code < 0xdc00 ? end - 1 : end
}

const fromFields = (fields: readonly string[]): readonly string[] => {
  const parts: string[][] = []
  for (const field of fields) {
    const last = parts.at(-1)
    if (field.startsWith('+')) parts.push([field.slice(1)])
    else if (field.startsWith('-') && last) last.push(field.slice(1))
    else throw new LogError('damaged', 'a part of a checkpoint has been changed')
  }
  return parts.map((pieces) => pieces.join(''))
}

/** Commands that store fields under their numbers. */
function* storeCommands(key: string, fields: readonly string[]): Generator<readonly string[]> {
  let command = ['HSET', key]
  let bytes = 0
  for (const [number, field] of fields.entries()) {
    const size = Buffer.byteLength(field)
    if (bytes > 0 && bytes + size > commandBytes) {
      yield command
      command = ['HSET', key]
      bytes = 0
    }
    command.push(String(number), field)
    bytes += size
  }
  if (bytes > 0) yield command
}

/** Stores parts under a key that nobody reads yet. Returns the number of fields. */
export const storeParts = async (
  connection: Connection,
  parts: readonly string[],
  keyFor: (fields: number) => string,
): Promise<number> => {
  const fields = toFields(parts)
  const key = keyFor(fields.length)
  const commands = storeCommands(key, fields)
  const store = async (): Promise<void> => {
    for (const command of commands) {
      await connection.run(command)
      await connection.run(['PEXPIRE', key, String(abandonedAfter)])
    }
  }
  await Promise.all(Array.from({ length: commandsAtOnce }, store))
  return fields.length
}

/** Undefined: some are missing. */
export const readParts = async (
  connection: Connection,
  key: string,
  count: number,
): Promise<readonly string[] | undefined> => {
  const fields: string[] = new Array(count)
  let next = 0
  let isComplete = true
  const read = async (): Promise<void> => {
    while (next < count && isComplete) {
      const first = next
      next = Math.min(count, next + fieldsAtOnce)
      const numbers = Array.from({ length: next - first }, (_, index) => String(first + index))
      for (const [index, field] of asList(await connection.run(['HMGET', key, ...numbers])).entries())
        if (typeof field === 'string') fields[first + index] = field
        else isComplete = false
    }
  }
  await Promise.all(Array.from({ length: commandsAtOnce }, read))
  return isComplete ? fromFields(fields) : undefined
}
