/**
 * OpenAPI Overlay 1.0 (section 4.4, Action Object): actions in order, each with an RFC 9535 JSONPath. Evaluated without
 * eval. The document that was read is not changed: a copy is.
 */

import type { Finding } from '../errors.ts'
import { LoadError } from '../errors.ts'
import { getOwn, getString, isObject, itemsOf } from './is-object.ts'
import { JsonPathError, paths } from './json-path.ts'
import type { Source } from './source.ts'
import { findingAt } from './source.ts'

export interface AppliedOverlay {
  readonly data: unknown
  /** Actions that hit nothing: each is a mistake of the overlay or a change in the document. */
  readonly unused: readonly Finding[]
}

type Container = Record<string | number, unknown>

/**
 * The document with an overlay's actions done. Throws LoadError where the overlay has not the shape of one.
 * A target that is an array gets the update appended, its items one by one where the update is an array too.
 */
export const applyOverlay = async (data: unknown, overlay: Source): Promise<AppliedOverlay> => {
  await checkShape(overlay)
  const root: Container = { document: structuredClone(data) }
  const unused: Finding[] = []
  for (const [index, action] of itemsOf(getOwn(overlay.data, 'actions')).entries()) {
    const target = getString(action, 'target') ?? ''
    const found = await findTargets(root.document, target, overlay, index)
    if (found.length === 0) {
      unused.push(
        await findingAt(
          overlay,
          `/actions/${index}/target`,
          'overlay-unused',
          `target ${target} hits nothing in the document; correct it or take the action out`,
        ),
      )
    }
    // From the last to the first, so that removing an item of an array moves no target still to come.
    for (const path of [...found].reverse()) applyAction(root, path, action)
  }
  return { data: root.document, unused }
}

const findTargets = async (document: unknown, target: string, overlay: Source, index: number) => {
  try {
    return paths(document, target)
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error
    const message = `target is not a JSONPath (RFC 9535): ${error.message}`
    throw new LoadError([await findingAt(overlay, `/actions/${index}/target`, 'overlay-structure', message)], {
      cause: error,
    })
  }
}

const applyAction = (root: Container, path: readonly (string | number)[], action: unknown): void => {
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

const merge = (target: unknown, update: unknown): unknown => {
  if (Array.isArray(target)) return [...target, ...(Array.isArray(update) ? update : [update])]
  if (!isObject(target) || !isObject(update)) return update
  const merged = new Map(Object.entries(target))
  for (const [name, value] of Object.entries(update))
    merged.set(name, merged.has(name) ? merge(merged.get(name), value) : value)
  return Object.fromEntries(merged)
}

const checkShape = async (overlay: Source): Promise<void> => {
  const refuse = async (pointer: string, message: string): Promise<never> => {
    throw new LoadError([await findingAt(overlay, pointer, 'overlay-structure', message)])
  }
  const version = String(getOwn(overlay.data, 'overlay') ?? '')
  if (!/^1\.\d+\.\d+$/.test(version)) await refuse('/overlay', 'is not an overlay: it must begin with "overlay: 1.0.0"')
  const actions = getOwn(overlay.data, 'actions')
  if (!Array.isArray(actions)) await refuse('/actions', 'actions must be a list')
  for (const [index, action] of itemsOf(actions).entries()) {
    if (getString(action, 'target') === undefined)
      await refuse(`/actions/${index}`, 'an action must have a target, a JSONPath')
    if (getOwn(action, 'remove') !== true && getOwn(action, 'update') === undefined) {
      await refuse(`/actions/${index}`, 'an action must have an update, or remove: true')
    }
  }
}
