/**
 * Flags that a document describes as strings. Separate, because two tables of names have them.
 */
import { isDescribed, says } from './about.ts'
import { usualFlag } from './property-names.ts'
import { snakeCase, type WriteText } from './record-subject.ts'
import { slug } from './text-by-format.ts'
import { wholeNumber } from './text-writers.ts'

/** What descriptions of flags say. */
const isFlag =
  /\b(true|false|whether|flag|boolean|indicat\w*|if|is|are|was|has|have|been|yes|should|can|must|will|allow\w*|enabl\w*|disabl\w*|set to|when|show\w*|hid\w*|support\w*|requir\w*)\b/i

/** What is not a flag, whatever it is called: the items of a list, a list in one string, the name or the body of something. */
const isOther =
  /^(a |an |the |optional\W+|one )?((optional|complete|full) )?(\w+ )?(lists?|array|comma|newline|csv|names?|ids?|identifiers?|value|number of|body|content|text|path|url|type|kind|policy|method|mode|range|ranges|code|reason|format|key|string|status|role|date|time|point in time|user|users|columns?|fields?|groups?|versions?)\b(?! (true|that is true))|\b(comma|newline|semicolon|space|pipe)[- ](or \w+[- ])?(separated|delimited)\b|\b(semver|controls when)\b/i

const counted =
  /(^|_)(total|num|number|count|bytes|emails|messages|points|items|tasks|units|requests|packets|hours|minutes|amount)_([a-z]+ed|sent|spent|won|lost)$/

export const flag: WriteText = (context) => {
  const { name, isItem, random } = context
  if (
    isItem === true ||
    (isDescribed(context) && !says(context, isFlag)) ||
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
