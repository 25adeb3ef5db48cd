/**
 * A record as one response shows it: properties that the response's schema does not have are removed, required ones that
 * the record lacks are generated once. If a response shows the record as it is, there is no view.
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

/** The parts of a record that a view needs. */
export type Shown = Pick<StoredRecord, 'id' | 'value' | 'scope'>

/** Generates what a response shows of a record. Rejects with UnfitError. */
export type Show = (record: Shown) => Promise<JsonObject>

/** JSON. A promise only for a record that the view has not shown yet. Rejects with UnfitError. */
export type RecordView = (record: StoredRecord) => string | Promise<string>

/** Undefined if the record is shown as it is stored. `adds`: whether `show` adds a property to it. */
export const createRecordView = (
  { document, schema: own }: Resource,
  schema: Node,
  show: Show,
  adds: boolean,
): RecordView | undefined => {
  if (!adds && isSameSchema(document.files, own, schema)) return undefined
  // Stored records are frozen; a changed record is another object.
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
  /** The schema of the record in the response. */
  readonly schema: Node
  readonly compiler: SchemaCompiler
  readonly seed: number
  /** Whether the record was removed. */
  readonly isRemoval?: boolean
}

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
    // If no value can be generated for this record, one for all records may fit.
    const made = own.kind === 'generated' ? own : generate({ ...options, seed: () => seedOf(seed, key) })
    if (made.kind === 'failed') throw new UnfitError(made.violations)
    return made.value
  }
}
