/**
 * x-standin-lifecycle and x-standin-unique: properties that change as time passes, and properties whose value is unique
 * among all records.
 */
import type { Document } from '../../contract/document/document.ts'
import type { PropertyView } from '../../contract/schema/schema-view.ts'
import { getOwn, itemsOf } from '../../contract/values/json-object.ts'
import { parseDuration } from '../../contract/values/time.ts'
import type { Lifecycle } from '../records/resource.ts'
import { findExtension, type Problem } from './extension.ts'

type Properties = ReadonlyMap<string, PropertyView>

interface ReadLifecycles {
  readonly lifecycles: readonly Lifecycle[]
  readonly problems: readonly Problem[]
}

/** `owners` are the names of the schema and the resource. */
export const readLifecycles = (
  document: Document,
  properties: Properties,
  owners: readonly (string | undefined)[],
): ReadLifecycles => {
  const lifecycles: Lifecycle[] = []
  const problems: Problem[] = []
  for (const { name, node } of properties.values()) {
    const word = findExtension(document.files, node, 'x-standin-lifecycle')
    if (!word) continue
    const names = owners.flatMap((owner) => (owner === undefined ? [] : [`${owner}.${name}`]))
    const parsed = parseLifecycle(word.value)
    if (typeof parsed === 'string') problems.push({ node: word, message: `x-standin-lifecycle of ${name}: ${parsed}` })
    else lifecycles.push({ property: name, names, ...parsed })
  }
  return { lifecycles, problems }
}

/** Returns a string if the value is invalid: what is wrong with it. The first state is the initial one. */
const parseLifecycle = (value: unknown): Pick<Lifecycle, 'states' | 'after'> | string => {
  const states = itemsOf(getOwn(value, 'states')).map(String)
  if (states.length === 0) return 'states must be a list of values such as [queued, sent, delivered]'
  const duration = getOwn(value, 'after')
  const after = typeof duration === 'string' ? parseDuration(duration) : undefined
  if (after === undefined)
    return `after must be a duration such as 300ms, 2s, 5m, 1h or 1d, got ${JSON.stringify(duration)}`
  return { states, after }
}

interface ReadUnique {
  readonly unique: readonly string[]
  readonly problems: readonly Problem[]
}

/** `moving` are the properties with a lifecycle. */
export const readUnique = (document: Document, properties: Properties, moving: ReadonlySet<string>): ReadUnique => {
  const unique: string[] = []
  const problems: Problem[] = []
  for (const { name, node } of properties.values()) {
    const word = findExtension(document.files, node, 'x-standin-unique')
    if (!word || word.value === false) continue
    const problem = checkUnique(word.value, moving.has(name))
    if (problem === undefined) unique.push(name)
    else problems.push({ node: word, message: `x-standin-unique of ${name}: ${problem}` })
  }
  return { unique, problems }
}

const checkUnique = (value: unknown, isMoving: boolean): string | undefined => {
  if (value !== true) return `must be true or false, got ${JSON.stringify(value)}`
  return isMoving ? 'its x-standin-lifecycle gives many records the same value; remove one of the two' : undefined
}
