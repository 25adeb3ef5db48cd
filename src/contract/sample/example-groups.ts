/**
 * Whether the examples of single properties are used for a group of them that is about one thing: a person, a place, an account,
 * the course of events.
 * All of a group or none, in an object and the objects within it: an example beside a generated value is often of another city.
 */

import type { Json } from '../../ports.ts'
import type { Files } from '../document/references.ts'
import { avoidNothing, type MergedSchema, mergeSchema } from '../schema/merge-schema.ts'
import { memoize } from '../values/memoize.ts'
import { describesPerson, namesPerson, snakeCase } from './record-subject.ts'
import { findExample } from './schema-facts.ts'
import { type Group, textFinderOf } from './text-by-name.ts'

/** The times of an object are a group, too. */
type ExampleGroup = Group | 'time'

/** The groups whose properties all have an example. */
export type DocumentedGroups = ReadonlySet<ExampleGroup>

export const noGroups: DocumentedGroups = new Set()

/** How deep the objects within an object are looked at. */
const maxDepth = 2

/** The group that a property with an example is in; undefined if it is about nothing that others have to agree with. */
export const groupOf = (
  name: string,
  isPerson: boolean,
  files: Files,
  example: Json | undefined,
): ExampleGroup | undefined => {
  if (isMoment(example)) return 'time'
  if (/^(lat|lng|lon|latitude|longitude)$/i.test(name)) return 'place'
  return (
    textFinderOf(files)(name)?.group ??
    (isPerson && /^(display_?|full_?)?name$/.test(snakeCase(name)) ? 'person' : undefined)
  )
}

export const documentedGroups = memoize((properties: MergedSchema['properties'], files: Files): DocumentedGroups => {
  const complete = new Map<ExampleGroup, boolean>()
  const moments: number[] = []
  addGroups(properties, { files, complete, moments }, 0)
  // Examples of one moment, such as that when they were written, say nothing about the order of times.
  if (moments.length > 1 && Math.max(...moments) - Math.min(...moments) < 60_000) complete.set('time', false)
  return new Set([...complete].filter(([, isComplete]) => isComplete).map(([group]) => group))
})

interface Gathered {
  readonly files: Files
  readonly complete: Map<ExampleGroup, boolean>
  /** Examples of times, in epoch milliseconds. */
  readonly moments: number[]
}

const isMoment = (example: Json | undefined): example is string =>
  typeof example === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(example)

const isTime = ({ keywords }: MergedSchema): boolean => keywords.format === 'date-time' || keywords.format === 'date'

const addGroups = (properties: MergedSchema['properties'], gathered: Gathered, depth: number): void => {
  const { files, complete, moments } = gathered
  const isPerson = describesPerson(properties.keys())
  for (const [name, nodes] of properties) {
    const property = mergeSchema(files, nodes, 0, avoidNothing)
    if (property.properties.size > 0) {
      if (depth < maxDepth && !namesPerson(name)) addGroups(property.properties, gathered, depth + 1)
      continue
    }
    const example = findExample(property)
    if (isMoment(example)) moments.push(Date.parse(example))
    const isFlag = property.types?.includes('boolean') === true
    const group = isTime(property) ? 'time' : isFlag ? undefined : groupOf(name, isPerson, files, example)
    if (group === undefined) continue
    complete.set(group, complete.get(group) !== false && example !== undefined && example !== name && example !== '')
  }
}
