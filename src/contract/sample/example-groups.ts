/**
 * Whether the examples of single properties are used for a group of them that is about one thing: a person, a place, an account.
 * All of a group or none, in an object and the objects within it: an example beside a generated value is often of another city.
 */
import type { Files } from '../document/references.ts'
import { avoidNothing, type MergedSchema, mergeSchema } from '../schema/merge-schema.ts'
import { memoize } from '../values/memoize.ts'
import { describesPerson, namesPerson, snakeCase } from './record-subject.ts'
import { findExample } from './schema-facts.ts'
import { type Group, textFinderOf } from './text-by-name.ts'

/** The groups whose properties all have an example. */
export type DocumentedGroups = ReadonlySet<Group>

export const noGroups: DocumentedGroups = new Set()

/** How deep the objects within an object are looked at. */
const maxDepth = 2

/** The group that a property is in; undefined if it is about nothing that others have to agree with. */
export const groupOf = (name: string, isPerson: boolean, files: Files): Group | undefined => {
  if (/^(lat|lng|lon|latitude|longitude)$/i.test(name)) return 'place'
  return (
    textFinderOf(files)(name)?.group ??
    (isPerson && /^(display_?|full_?)?name$/.test(snakeCase(name)) ? 'person' : undefined)
  )
}

export const documentedGroups = memoize((properties: MergedSchema['properties'], files: Files): DocumentedGroups => {
  const complete = new Map<Group, boolean>()
  addGroups(properties, files, complete, 0)
  return new Set([...complete].filter(([, isComplete]) => isComplete).map(([group]) => group))
})

const addGroups = (
  properties: MergedSchema['properties'],
  files: Files,
  complete: Map<Group, boolean>,
  depth: number,
): void => {
  const isPerson = describesPerson(properties.keys())
  for (const [name, nodes] of properties) {
    const property = mergeSchema(files, nodes, 0, avoidNothing)
    if (property.properties.size > 0) {
      if (depth < maxDepth && !namesPerson(name)) addGroups(property.properties, files, complete, depth + 1)
      continue
    }
    const group = property.types?.includes('boolean') === true ? undefined : groupOf(name, isPerson, files)
    if (group === undefined) continue
    const example = findExample(property)
    complete.set(group, complete.get(group) !== false && example !== undefined && example !== name && example !== '')
  }
}
