/**
 * Objects that code gives in place of files: `createStandin({ documents: [{ openapi: '3.1.0', … }] })`. They are written as JSON
 * and read again, so that the rest works as for a file, and a later change of the object has no effect.
 */
import { LoadError } from '../../errors.ts'
import type { Json } from '../../ports.ts'
import { formatJson } from '../values/json-text.ts'
import { findExcess } from './find-excess.ts'
import type { Source } from './source.ts'

export interface InlineValue {
  /** What findings call it: `documents[0]`, `fixtures.pets`. */
  readonly name: string
  readonly value: unknown
}

const circular = 'contains itself; keep the $refs of a document instead of replacing them'

/** Throws LoadError for what is not JSON: an object that contains itself, or that is nested too deep. */
export const readInline = ({ name, value }: InlineValue): Source => {
  const excess = findExcess(value)
  if (excess) {
    const { kind, pointer } = excess
    const message = kind === 'syntax-error' ? circular : excess.message.replace('its aliases', 'repeated objects')
    throw new LoadError([{ code: kind, file: name, pointer, message }])
  }
  const text = formatJson(value as Json)
  return { file: name, text, data: JSON.parse(text), isInline: true }
}
