/**
 * The record format of SQLite: the types of all values, then the values.
 */

interface Varint {
  readonly value: number
  /** The position after it. */
  readonly end: number
}

/** A number of one to nine bytes. Undefined at the end of the bytes. */
export const readVarint = (bytes: Buffer, start: number): Varint | undefined => {
  let value = 0
  for (let index = 0; index < 9; index++) {
    const byte = bytes[start + index]
    if (byte === undefined) return undefined
    if (index === 8) return { value: value * 256 + byte, end: start + 9 }
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, end: start + index + 1 }
  }
  return undefined
}

/** The values: numbers, strings, null, and bytes where the type is damaged. Undefined where it is not a record. */
export const readRecord = (payload: Buffer): readonly unknown[] | undefined => {
  const header = readVarint(payload, 0)
  if (!header || header.value > payload.length) return undefined
  const values: unknown[] = []
  let position = header.value
  for (let at = header.end; at < header.value; ) {
    const type = readVarint(payload, at)
    if (!type) return undefined
    const size = sizeOf(type.value)
    if (position + size > payload.length) return undefined
    values.push(readValue(payload.subarray(position, position + size), type.value))
    position += size
    at = type.end
  }
  return values
}

/** Bytes of the types 0 to 11; 10 and 11 are not used. */
const fixedSizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0]

const sizeOf = (type: number): number => fixedSizes[type] ?? Math.floor((type - 12) / 2)

const readValue = (bytes: Buffer, type: number): unknown => {
  if (type === 0) return null
  if (type === 8 || type === 9) return type - 8
  if (type === 7) return bytes.readDoubleBE()
  if (type === 6) return Number(bytes.readBigInt64BE())
  if (type < 6) return bytes.readIntBE(0, bytes.length)
  return type >= 13 && type % 2 === 1 ? bytes.toString('utf8') : bytes
}
