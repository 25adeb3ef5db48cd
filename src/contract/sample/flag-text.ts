/**
 * Flags that a document describes as strings. Separate, because two tables of names have them.
 */
import type { Json } from '../../ports.ts'
import type { MergedSchema } from '../schema/merge-schema.ts'
import { getOwn, getString } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { isDescribed, says } from './about.ts'
import { ownName, usualFlag } from './property-names.ts'
import { snakeCase, type WriteText } from './record-subject.ts'
import { slug } from './text-by-format.ts'
import { type FindText, wholeNumber } from './text-writers.ts'

/** What descriptions of flags say. */
const isFlag =
  /\b(true|false|whether|flag|boolean|indicat\w*|if|is|are|was|has|have|been|yes|should|can|must|will|allow\w*|enabl\w*|disabl\w*|set to|when|show\w*|hid\w*|support\w*|requir\w*)\b/i

/** What is not a flag, whatever it is called: the items of a list, a list in one string, the name or the body of something. */
const isOther =
  /^(a |an |the |optional\W+|one )?((optional|complete|full) )?(\w+ )?(lists?|array|comma|newline|csv|names?|ids?|identifiers?|value|number of|body|content|text|path|url|type|kind|policy|method|mode|range|ranges|code|reason|format|key|string|status|role|date|time|point in time|user|users|columns?|fields?|groups?|versions?)\b(?! (true|that is true))|\b(comma|newline|semicolon|space|pipe)[- ](or \w+[- ])?(separated|delimited)\b|\b(semver|controls when)\b/i

/**
 * Whether most strings of an object are flags, as far as their names say what they are: those whose names say nothing are flags,
 * too.
 */
export const hasMostlyFlags = memoize((properties: MergedSchema['properties'], findText: FindText): boolean => {
  const flags = new Set([...properties.keys()].filter((name) => findText(ownName(name))?.write === flag))
  if (flags.size < minFlags) return false
  const strings = [...properties].filter(([, nodes]) => nodes.some(({ value }) => isPlainString(value)))
  const found = strings.filter(([name]) => flags.has(name)).length
  const unknown = strings.filter(([name]) => findText(ownName(name)) === undefined).length
  return found >= minFlags && found >= unknown && found * 3 >= strings.length
})

const minFlags = 3

const isPlainString = (schema: Json): boolean =>
  getString(schema, 'type') === 'string' &&
  getOwn(schema, 'enum') === undefined &&
  getOwn(schema, 'format') === undefined

const counted =
  /(^|_)(total|num|number|count|bytes|emails|messages|points|items|tasks|units|requests|packets|hours|minutes|amount)_((?!(en|dis)abled|allowed|required|supported)[a-z]+ed|sent|spent|won|lost)$/

export const flag: WriteText = (context) => {
  const { name, isItem, random } = context
  if (
    isItem === true ||
    (isDescribed(context) && context.isAmongFlags !== true && !says(context, isFlag)) ||
    (says(context, isOther) && !says(context, /\b(true|whether|flag|boolean|indicat\w*|if set|yes)\b/i)) ||
    // What is excluded are things, such as parameters.
    (/^(exclude|include|ignore|skip)[A-Z_].*[^su]s$/.test(name) &&
      !says(context, /\b(true|whether|flag|boolean|if)\b/i))
  )
    return slug(random)
  // Of messages, how many were sent.
  if (counted.test(snakeCase(name))) return wholeNumber(context)
  return String(usualFlag(name) ?? true)
}
