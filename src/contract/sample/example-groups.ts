/**
 * Whether the examples of single properties are used for a group of them that is about one thing: a person, a place, an account,
 * the course of events.
 * All of a group or none, in an object and the objects within it: an example beside a generated value is often of another city.
 */

import type { Json } from '../../ports.ts'
import type { Files } from '../document/references.ts'
import { avoidNothing, type MergedSchema, mergeSchema } from '../schema/merge-schema.ts'
import { memoize } from '../values/memoize.ts'
import { parseTime } from '../values/time.ts'
import { describesPerson, namesPerson, snakeCase } from './record-subject.ts'
import { findExample } from './schema-facts.ts'
import { textFinderOf } from './text-by-name.ts'
import type { Group } from './text-writers.ts'

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
  const members = [...membersOf(properties, files, 0)]
  const groupOfMember = ({ name, property, isPerson, example }: Member): ExampleGroup | undefined =>
    isTime(property)
      ? 'time'
      : property.types?.includes('boolean') === true
        ? undefined
        : groupOf(name, isPerson, files, example)

  const documented = new Set<ExampleGroup>()
  for (const member of members) {
    const group = isDocumented(member) ? groupOfMember(member) : undefined
    if (group !== undefined) documented.add(group)
  }
  for (const member of members) {
    // What the others are about takes long to find out, and often matters to no group.
    if (documented.size === 0) break
    const group = isDocumented(member) ? undefined : groupOfMember(member)
    if (group !== undefined) documented.delete(group)
  }
  // Examples of one moment, such as that when they were written, say nothing about the order of times. A tool wrote milliseconds.
  const written = members.map(({ example }) => example).filter(isMoment)
  if (written.some((example) => /\.(?!0+(?:Z|[+-]|$))\d{3}/.test(example))) documented.delete('time')
  const moments = written.map(parseTime)
  if (moments.length > 1 && Math.max(...moments) - Math.min(...moments) < 60_000) documented.delete('time')
  return documented
})

/** A property without properties of its own, of an object or of the objects within it. */
interface Member {
  readonly name: string
  readonly property: MergedSchema
  /** Whether its object describes a person. */
  readonly isPerson: boolean
  readonly example: Json | undefined
}

const isMoment = (example: Json | undefined): example is string =>
  typeof example === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(example)

const isTime = ({ keywords }: MergedSchema): boolean => keywords.format === 'date-time' || keywords.format === 'date'

/** An example that repeats the name of its property says nothing. */
const isDocumented = ({ name, example }: Member): boolean => example !== undefined && example !== name && example !== ''

function* membersOf(properties: MergedSchema['properties'], files: Files, depth: number): Generator<Member> {
  const isPerson = describesPerson(properties.keys())
  for (const [name, nodes] of properties) {
    const property = mergeSchema(files, nodes, 0, avoidNothing)
    if (property.properties.size === 0) yield { name, property, isPerson, example: findExample(property) }
    else if (depth < maxDepth && !namesPerson(name)) yield* membersOf(property.properties, files, depth + 1)
  }
}
