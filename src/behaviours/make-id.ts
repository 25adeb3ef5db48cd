/**
 * Ids for records whose id is not an integer: they look random and are the same on every run with the same seed.
 */
import { createHash } from 'node:crypto'
import type { IdSource } from '../store/store.ts'
import type { Resource } from './resource.ts'

/** Where a sandbox with this seed takes the ids of a resource from. */
export const idSourceOf = ({ key, idKind, idPrefix }: Resource, seed: number): IdSource => {
  if (idKind === 'integer') return { kind: 'integer' }
  return {
    kind: 'series',
    make: (serial) => {
      const digest = createHash('sha256').update(`${seed} ${key} ${serial}`).digest('hex')
      return idKind === 'uuid' ? formatUuid(digest) : idPrefix + digest.slice(0, 16)
    },
  }
}

/** A UUID of version 4 (RFC 9562, section 5.4) of 32 hexadecimal digits. */
const formatUuid = (hex: string): string => {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
