/**
 * x-standin-lifecycle: which properties of a resource move on by themselves, through which states and how fast.
 */
import type { Document } from '../../contract/document/document.ts'
import type { PropertyView } from '../../contract/schema/schema-view.ts'
import { getOwn, itemsOf } from '../../contract/values/json-object.ts'
import { parseDuration } from '../../contract/values/time.ts'
import type { Lifecycle } from '../records/resource.ts'
import { findExtension, type Problem } from './extension.ts'

interface ReadLifecycles {
  readonly lifecycles: readonly Lifecycle[]
  readonly problems: readonly Problem[]
}

/** x-standin-lifecycle of properties; the initial state is the first. */
export const readLifecycles = (
  document: Document,
  properties: ReadonlyMap<string, PropertyView>,
  owners: readonly (string | undefined)[],
): ReadLifecycles => {
  const lifecycles: Lifecycle[] = []
  const problems: Problem[] = []
  for (const { name, node } of properties.values()) {
    const asked = findExtension(document.files, node, 'x-standin-lifecycle')
    if (!asked) continue
    const names = owners.flatMap((owner) => (owner === undefined ? [] : [`${owner}.${name}`]))
    const read = parseLifecycle(asked.value)
    if (typeof read === 'string') problems.push({ node: asked, message: `x-standin-lifecycle of ${name}: ${read}` })
    else lifecycles.push({ property: name, names, ...read })
  }
  return { lifecycles, problems }
}

/** States and duration, or what is wrong with them. */
const parseLifecycle = (value: unknown): Pick<Lifecycle, 'states' | 'after'> | string => {
  const states = itemsOf(getOwn(value, 'states')).map(String)
  if (states.length === 0) return 'states must be a list of values, like [queued, sent, delivered]'
  const given = getOwn(value, 'after')
  const after = typeof given === 'string' ? parseDuration(given) : undefined
  if (after === undefined) return `after must be a duration like 300ms, 2s, 5m, 1h or 1d, is ${JSON.stringify(given)}`
  return { states, after }
}
