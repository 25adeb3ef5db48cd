/**
 * Applies OpenAPI Overlays 1.0 (section 4.4, Action Object): actions in order, each with a JSONPath (RFC 9535) that is
 * evaluated without eval. The loaded document is not changed; a copy is.
 */

import type { Finding } from '../../errors.ts'
import { LoadError } from '../../errors.ts'
import type { Json } from '../../ports.ts'
import { getOwn, getString, isJsonArray, isJsonObject, itemsOf } from '../values/json-object.ts'
import { suggestNearest } from '../values/nearest.ts'
import { explainPath, type Keys, maxOverlayReads, maxReads, selectPaths } from './json-path.ts'
import { findingAt, findingsAt, type Mistake, type Source } from './source.ts'

export interface AppliedOverlay {
  readonly data: Json
  /** Actions whose target matches nothing: the overlay is wrong, or the document has changed. */
  readonly unused: readonly Finding[]
}

type Container = Record<string | number, Json>

/**
 * The document with the actions of an overlay applied. Throws LoadError if the overlay is not valid. An update of an array is
 * appended to it; if the update is an array too, its items are.
 */
export const applyOverlay = async (
  data: Json,
  overlay: Source,
  mostReads = maxOverlayReads,
): Promise<AppliedOverlay> => {
  const mistakes = await checkShape(overlay.data)
  if (mistakes.length > 0) throw new LoadError(await findingsAt(overlay, mistakes))
  const root: Container = { document: structuredClone(data) }
  const unused: Finding[] = []
  let left = mostReads
  for (const [index, action] of itemsOf(getOwn(overlay.data, 'actions')).entries()) {
    const target = getString(action, 'target') ?? ''
    const selected = await selectPaths(root.document, target, Math.min(maxReads, left))
    if (selected.kind === 'too-expensive') {
      const limit = left < maxReads ? `${mostReads} values, together with the targets before it,` : selected.limit
      throw new LoadError(await tooExpensive(overlay, index, limit))
    }
    left -= selected.reads
    const { paths } = selected
    if (paths.length === 0) {
      unused.push(
        await findingAt(
          overlay,
          `/actions/${index}/target`,
          'overlay-unused',
          `target ${target} matches nothing in the document; correct the target or remove the action`,
        ),
      )
    }
    for (const path of fromLastToFirst(paths)) applyAction(root, path, action)
  }
  return { data: root.document ?? null, unused }
}

const tooExpensive = (overlay: Source, index: number, limit: string): Promise<readonly Finding[]> => {
  const message = `target takes too long to evaluate: it reads more than ${limit} of the document; use fewer ".." and filters in each other`
  return findingsAt(overlay, [{ code: 'overlay-structure', pointer: `/actions/${index}/target`, message }])
}

/** Each target once; later items and inner values first, so that removing one does not move the remaining ones. */
const fromLastToFirst = (found: readonly Keys[]): readonly Keys[] =>
  [...new Map(found.map((keys) => [JSON.stringify(keys), keys])).values()].sort((one, other) => compareKeys(other, one))

const compareKeys = (one: Keys, other: Keys): number => {
  for (const [index, key] of one.entries()) {
    const against = other[index]
    if (against === undefined) return 1
    if (key !== against) return key < against ? -1 : 1
  }
  return one.length - other.length
}

const applyAction = (root: Container, path: Keys, action: unknown): void => {
  let parent = root
  let key: string | number = 'document'
  for (const segment of path) {
    parent = parent[key] as Container
    key = segment
  }
  if (getOwn(action, 'remove') === true) {
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
    return
  }
  const update = getOwn(action, 'update')
  if (update !== undefined) parent[key] = merge(parent[key], structuredClone(update))
}

const merge = (target: Json | undefined, update: Json): Json => {
  if (isJsonArray(target)) return [...target, ...(isJsonArray(update) ? update : [update])]
  if (!isJsonObject(target) || !isJsonObject(update)) return update
  const merged = new Map(Object.entries(target))
  for (const [name, value] of Object.entries(update))
    merged.set(name, merged.has(name) ? merge(merged.get(name), value) : value)
  return Object.fromEntries(merged)
}

const checkShape = async (overlay: unknown): Promise<readonly Mistake[]> => {
  const code = 'overlay-structure'
  const version = String(getOwn(overlay, 'overlay') ?? '')
  if (!/^1\.\d+\.\d+$/.test(version))
    return [{ code, pointer: '/overlay', message: 'is not an overlay: it must start with "overlay: 1.0.0"' }]
  const actions = getOwn(overlay, 'actions')
  if (!Array.isArray(actions)) return [{ code, pointer: '/actions', message: 'actions must be a list' }]
  const mistakes = await Promise.all(actions.map(checkAction))
  return mistakes.flatMap((found, index) =>
    found.map(({ pointer, message }) => ({ code, pointer: `/actions/${index}${pointer}`, message })),
  )
}

const checkAction = async (action: unknown): Promise<readonly Pick<Mistake, 'pointer' | 'message'>[]> => {
  const target = getString(action, 'target')
  const fault = target === undefined ? undefined : await explainPath(target)
  return [
    ...(target === undefined ? [{ pointer: '', message: 'an action must have a target, a JSONPath' }] : []),
    ...(fault === undefined ? [] : [{ pointer: '/target', message: `target is not a JSONPath (RFC 9535): ${fault}` }]),
    ...(getOwn(action, 'remove') !== true && getOwn(action, 'update') === undefined
      ? [{ pointer: '', message: `an action must have an update, or remove: true${suggestField(action)}` }]
      : []),
  ]
}

const changes = ['update', 'remove']

/** For `udpate`. */
const suggestField = (action: unknown): string =>
  Object.keys(Object(action))
    .filter((name) => !changes.includes(name))
    .map((name) => suggestNearest(name, changes))
    .find((suggestion) => suggestion !== '') ?? ''
