/**
 * A record as one response shows it: what its schema does not have goes, what it requires and the record lacks is made
 * up, once for a record and the same for the same seed. Where a response shows the record as it is there is no view.
 */

import type { Node } from '../../contract/document/references.ts'
import { loadGenerator } from '../../contract/sample/generate-value.ts'
import type { ValueGenerator } from '../../contract/sample/value-options.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { seedOf } from '../../contract/values/random.ts'
import type { JsonObject } from '../../ports.ts'
import type { StoredRecord } from '../../store/store.ts'
import { recordSeed } from './generate-record.ts'
import { createView, isSameSchema } from './projection.ts'
import type { Resource } from './resource.ts'
import { UnfitError } from './unfit-error.ts'

/** What of a record the value is made of. */
export type Shown = Pick<StoredRecord, 'id' | 'value' | 'scope'>

/** Generates what a response shows of a record. Rejects with UnfitError. */
export type Show = (record: Shown) => Promise<JsonObject>

/** JSON. A promise only for a record that the view has not shown yet. Rejects with UnfitError. */
export type RecordView = (record: StoredRecord) => string | Promise<string>

/** Undefined where the record is shown as it is kept. */
export const createRecordView = (
  { document, schema: own }: Resource,
  schema: Node,
  show: Show,
): RecordView | undefined => {
  if (isSameSchema(document.files, own, schema)) return undefined
  // A record that is kept is frozen, and one that changes is another object.
  const shown = new WeakMap<StoredRecord, string | Promise<string>>()
  return (record) => {
    const known = shown.get(record)
    if (known !== undefined) return known
    const showing = show(record).then((value) => {
      const json = stringifyJson(value)
      shown.set(record, json)
      return json
    })
    shown.set(record, showing)
    return showing
  }
}

export interface ShowSubject {
  readonly resource: Resource
  /** What the response shows of it. */
  readonly schema: Node
  readonly compiler: SchemaCompiler
  readonly seed: number
  /** Whether the record is gone. */
  readonly isRemoval?: boolean
}

/** Makes the value that a response shows of a record. */
export const createShow = ({ resource, schema, compiler, seed, isRemoval = false }: ShowSubject): Show => {
  const { name, key, document } = resource
  const { files, dialect } = document
  const project = createView(resource, schema)
  const outcome = isRemoval ? 'removal' : 'success'
  let loading: Promise<ValueGenerator> | undefined
  return async ({ id, value }) => {
    loading ??= loadGenerator({ files, dialect, compiler }, schema)
    const generate = await loading
    const shown = project ? project(value) : value
    const options = { mode: 'minimal', given: shown, name, outcome, label: 'record' } as const
    const own = generate({ ...options, seed: recordSeed({ seed, resource }, id) })
    // What cannot be made for this record may be what is made for all of them.
    const made = own.kind === 'generated' ? own : generate({ ...options, seed: () => seedOf(seed, key) })
    if (made.kind === 'failed') throw new UnfitError(made.violations)
    return made.value
  }
}
