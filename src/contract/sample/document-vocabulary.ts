/**
 * What a document says of properties, by their names: the examples and the lists of values that a property without its own may
 * have, too.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { type Files, resolveReference } from '../document/references.ts'
import { getString, isJsonArray, isJsonObject } from '../values/json-object.ts'
import { memoize, memoizeNames } from '../values/memoize.ts'
import { membersOf } from './documented-members.ts'
import { snakeCase } from './record-subject.ts'

export interface Vocabulary {
  /** A string; undefined if the document has none, or if the name means something else in each object. */
  readonly exampleOf: (name: string) => string | undefined
  /** The strings that other properties of this name list; none if they list others each time. */
  readonly membersOf: (name: string) => readonly string[]
}

/** How many values of a document are looked at, and how many names are kept. */
const maxVisited = 200_000
const maxNames = 5_000
/** How many examples a name may have. */
const maxExamples = 3
/** A longer example is of one place. */
const maxLength = 60

/** What the value is depends on the object that has it. */
const general =
  /(^|_)(name|title|id|ids|type|status|value|values|code|key|label|description|text|message|content|data|kind|state|role|category|number|reference|result|default|class|mode|level|group|source|target|format|version|object|subject|reason|comment|note|body|field|item|parent|option|action|event|method|unit|size|date|time|day|url|uri|href|link|path|image|email|phone|address|user|owner|by|from|to|at|on|token|secret|hash|city|state|country|currency|tag|tags|symbol)$/

const isTelling = (text: string): boolean =>
  text.length > 1 &&
  text.length <= maxLength &&
  !/^(string|text|example|test|foo|bar|null|none|n\/a|abc|xxx+|true|false|[a-z]+Id)$/i.test(text) &&
  /^[^<{[\n]*$/.test(text)

/** A list of values by this name is that of another thing. */
const ambiguous =
  /^(name|title|id|ids|type|status|value|values|code|key|label|description|text|message|content|data|kind|state|role|category|number|reference|result|default|class|mode|level|group|source|target|format|version|object|subject|reason|comment|note|body|fields?|item|parent|option|action|event|method|unit|size|date|time|day|url|path|address|user|owner|by|from|to|at|on|token|order|sort|sort_by|order_by|filter|query|include|includes|expand|operation|operator|direction|position|property|attribute|model|output|input|response|scope|scopes|tag|tags)$/

export const vocabularyOf = memoize((files: Files): Vocabulary => {
  let read: Read | undefined
  // Read when the first name needs it.
  const readOnce = (): Read => {
    read ??= readFiles(files)
    return read
  }
  const findMembers = memoizeNames((snake): readonly string[] =>
    commonMembers((readOnce().listing.get(snake) ?? []).map((listed) => stringsOf(files, listed))),
  )
  return {
    exampleOf: (name) => {
      const snake = snakeCase(name)
      return snake === '' || general.test(snake) ? undefined : readOnce().examples.get(snake)
    },
    membersOf: (name) => {
      const snake = snakeCase(name)
      return snake === '' || ambiguous.test(snake) ? [] : findMembers(snake)
    },
  }
})

/** The schema of a property, which may list the values that it has. */
interface Listing {
  readonly schema: JsonObject
  readonly file: string
}

/** How many schemas of one name are compared. */
const maxListings = 12

const stringsOf = (files: Files, { schema, file }: Listing): readonly string[] => {
  const ref = getString(schema, '$ref')
  const keywords = ref === undefined ? schema : resolveReference(files, file, ref)?.value
  if (!isJsonObject(keywords) || (keywords.type !== undefined && keywords.type !== 'string')) return []
  return membersOf({ keywords, types: ['string'] }).filter((member): member is string => typeof member === 'string')
}

/** Those of all lists; if they have none in common, those of the most. */
const commonMembers = (lists: readonly (readonly string[])[]): readonly string[] => {
  const [first = [], ...others] = lists.filter((list) => list.length > 1)
  const common = first.filter((member) => others.every((list) => list.includes(member)))
  if (common.length > 1) return common
  const all = [first, ...others]
  const same = (list: readonly string[]): number => all.filter((other) => other.join() === list.join()).length
  return all.find((list) => same(list) * 2 > all.length) ?? []
}

interface Read {
  readonly examples: ReadonlyMap<string, string>
  readonly listing: ReadonlyMap<string, readonly Listing[]>
}

/** Whether a property may list its values. */
const mayList = ({ type, enum: members, description, $ref, format }: JsonObject): boolean =>
  (type === 'string' || $ref !== undefined || type === undefined) &&
  format === undefined &&
  (members !== undefined || $ref !== undefined || typeof description === 'string')

const readFiles = (files: Files): Read => {
  const listing = new Map<string, Listing[]>()
  const found = new Map<string, string>()
  const others = new Map<string, Set<string>>()
  const add = (name: string, value: Json | undefined): void => {
    // Most properties of a document have no example.
    if (typeof value !== 'string' || found.size >= maxNames || !isTelling(value)) return
    const snake = snakeCase(name)
    if (snakeCase(value) === snake) return
    const first = found.get(snake)
    if (first === undefined) found.set(snake, value)
    else if (first !== value) others.set(snake, (others.get(snake) ?? new Set()).add(value))
  }
  const addListing = (name: string, schema: JsonObject, file: string): void => {
    if (!mayList(schema) || listing.size >= maxNames) return
    const snake = snakeCase(name)
    const known = listing.get(snake)
    if (!known) listing.set(snake, [{ schema, file }])
    else if (known.length < maxListings) known.push({ schema, file })
  }
  let visited = 0
  for (const [file, root] of files) {
    const left: Json[] = [root]
    for (; visited < maxVisited; visited++) {
      const value = left.pop()
      if (value === undefined) break
      if (isJsonArray(value)) for (const item of value) pushContainer(left, item)
      if (!isJsonObject(value)) continue
      const { properties } = value
      for (const inner of Object.values(value)) {
        if (inner !== properties || !isJsonObject(inner)) pushContainer(left, inner)
        // A property may be called `example`, so they are not searched like other objects.
        else
          for (const [name, schema] of Object.entries(inner)) {
            pushContainer(left, schema)
            if (!isJsonObject(schema)) continue
            add(name, schema.example ?? (isJsonArray(schema.examples) ? schema.examples[0] : undefined))
            addListing(name, schema, file)
          }
      }
    }
  }
  // A name with many examples means something else in each object.
  const examples = new Map([...found].filter(([name]) => (others.get(name)?.size ?? 0) < maxExamples))
  return { examples, listing }
}

const pushContainer = (left: Json[], value: Json): void => {
  if (typeof value === 'object' && value !== null) left.push(value)
}
