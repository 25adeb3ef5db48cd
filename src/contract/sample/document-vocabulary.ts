/**
 * The examples that a document gives for properties, by their names: what a property without an example of its own may look
 * like.
 */
import type { Json, JsonObject } from '../../ports.ts'
import type { Files } from '../document/references.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { snakeCase } from './record-subject.ts'

export interface Vocabulary {
  /** A string; undefined if the document has none, or if the name means something else in each object. */
  readonly exampleOf: (name: string) => string | undefined
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
  /(^|_)(name|title|id|ids|type|status|value|values|code|key|label|description|text|message|content|data|kind|state|role|category|number|reference|result|default|class|mode|level|group|source|target|format|version|object|subject|reason|comment|note|body|field|item|parent|option|action|event|method|unit|size|date|time|day|url|uri|href|link|path|image|email|phone|address|user|owner|by|from|to|at|on|token|secret|hash|city|state|country|currency|tag|tags)$/

const isTelling = (text: string): boolean =>
  text.length > 1 &&
  text.length <= maxLength &&
  !/^(string|text|example|test|foo|bar|null|none|n\/a|abc|xxx+|true|false|[a-z]+Id)$/i.test(text) &&
  /^[^<{[\n]*$/.test(text)

export const vocabularyOf = memoize((files: Files): Vocabulary => {
  let examples: ReadonlyMap<string, string> | undefined
  return {
    exampleOf: (name) => {
      const snake = snakeCase(name)
      if (snake === '' || general.test(snake)) return undefined
      // Read when the first name needs it.
      examples ??= readExamples(files)
      return examples.get(snake)
    },
  }
})

const readExamples = (files: Files): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const others = new Map<string, Set<string>>()
  const add: Add = (name, value) => {
    // Most properties of a document have no example.
    if (typeof value !== 'string' || found.size >= maxNames || !isTelling(value)) return
    const snake = snakeCase(name)
    if (snakeCase(value) === snake) return
    const first = found.get(snake)
    if (first === undefined) found.set(snake, value)
    else if (first !== value) others.set(snake, (others.get(snake) ?? new Set()).add(value))
  }
  const left: Json[] = [...files.values()]
  for (let visited = 0; visited < maxVisited; visited++) {
    const value = left.pop()
    if (value === undefined) break
    if (isJsonArray(value)) for (const item of value) pushContainer(left, item)
    if (!isJsonObject(value)) continue
    const { properties } = value
    for (const inner of Object.values(value)) {
      if (inner === properties && isJsonObject(inner)) addProperties(inner, add, left)
      else pushContainer(left, inner)
    }
  }
  // A name with many examples means something else in each object.
  return new Map([...found].filter(([name]) => (others.get(name)?.size ?? 0) < maxExamples))
}

type Add = (name: string, value: Json | undefined) => void

/** A property may be called `example`, so they are not searched like other objects. */
const addProperties = (properties: JsonObject, add: Add, left: Json[]): void => {
  for (const [name, schema] of Object.entries(properties)) {
    pushContainer(left, schema)
    if (isJsonObject(schema))
      add(name, schema.example ?? (isJsonArray(schema.examples) ? schema.examples[0] : undefined))
  }
}

const pushContainer = (left: Json[], value: Json): void => {
  if (typeof value === 'object' && value !== null) left.push(value)
}
