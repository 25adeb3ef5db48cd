/**
 * Strings as people expect them: by format, by what the description lists, by the name of the property, or like the documented
 * example.
 */

import { memoizeNames } from '../values/memoize.ts'
import type { Random } from '../values/random.ts'
import { says } from './about.ts'
import { isLikeTime, likeExample } from './dates.ts'
import { generateNumber } from './generate-number.ts'
import { isUniqueValue } from './property-names.ts'
import { factsOf } from './record-facts.ts'
import { namesPerson, placeOf, type ScalarContext, snakeCase, type WriteText } from './record-subject.ts'
import { isStateName, isTroubledState } from './states.ts'
import { type CodeForm, identifier, isoDuration, metaName, readDescription } from './text-by-description.ts'
import { capital, email, textByFormat, urlFor } from './text-by-format.ts'
import { areOfOneKind, isCloseToExample, isDummy, isOfKindOfExample, isSameKind } from './text-kinds.ts'
import type { FindText, NamedText } from './text-writers.ts'
import { fullName, httpStatus } from './text-writers.ts'
import { momentFor } from './timeline.ts'
import { jwt } from './tokens.ts'
import { words } from './words.ts'

export interface RealisticText {
  /** The first that fits the schema is used. */
  readonly candidates: readonly string[]
  /** Whether the text consists of words, so that it can be continued. */
  readonly isWords: boolean
}

export const writeRealisticText = (context: ScalarContext, findText: FindText): RealisticText => {
  const { format, description } = context.keywords
  const { listed, example: quoted, form, isTime, sure, write: described } = readDescription(context.keywords)
  const written = typeof format === 'string' ? (format === 'jwt' ? jwt : textByFormat[format]) : undefined
  // Some documents mark all that is private as a password.
  const isPrivate = format === 'password' && !isSecretName.test(snakeCase(context.name)) && findText(context.name)
  if (written && !isPrivate) return toCandidates(written, context)
  if (typeof format === 'string' && /^u?int(8|16|32|64)$/.test(format))
    return { candidates: [String(generateNumber({ ...context, keywords: { description } }, true))], isWords: false }
  if (listed.length > 0) return { candidates: [pickListed(context, listed)], isWords: false }
  // `links: { self, related }`, but not of a resource that is called links.
  const isLink =
    context.personPointer !== '' && /^_?(links|urls|hrefs)$/i.test(snakeCase(context.owner.split(' ')[0] ?? ''))
  if (isLink) return toCandidates(urlFor, context)
  const named = readName(context, findText(context.name), quoted === undefined ? sure : undefined)
  const example = context.example ?? (named?.isSure === true ? undefined : quoted)
  const like = repeatExample(example === context.example ? context : { ...context, example }, named)
  if (like !== undefined) return { candidates: [like, ...(named?.candidates ?? [])], isWords: false }
  // `deleted: 2024-10-02T09:30:00Z`, where the name alone would be a flag.
  const isDescribedTime =
    isTime &&
    named?.isSure === false &&
    !/(type|kind|class|category|status|frequency|unit|code|format|pattern|mask|name|id|description|text|message|title|filter|query|field|column|key|value|expression|label)$/i.test(
      context.name,
    )
  const code = form && isCodeName.test(snakeCase(context.name)) ? writeCode(context, form, named) : undefined
  if (code !== undefined) return { candidates: [code], isWords: false }
  if (named && !isDescribedTime) return named
  if (described) return toCandidates(described, context)
  return context.isAmongFlags === true && context.isItem !== true && !isPartName.test(snakeCase(context.name))
    ? { candidates: ['true'], isWords: false }
    : { candidates: plainWords(context), isWords: true }
}

/** Parts and properties of a thing are not flags, even beside some. */
const isPartName =
  /(^|_)(motto|venue|slogan|owner|author|theme|layout|shape|lens|brand|series|angle|zoom|power|source|make|finish|fabric|style|standard|driver|pattern)$/

const isSecretName = /pass|pwd|secret|token|credential|pin$|(^|_)(key|code|cvc|cvv)$|_key$/

const isCodeName =
  /(code|number|no|nr|id|identifier|identification|suffix|prefix|pin|bin|digits|iso|abbreviation|symbol)_?[23]?$/

/** A code of the length that the description says; of several forms of what the name says, the one of this length. */
const writeCode = ({ random }: ScalarContext, form: CodeForm, named: NamedValue | undefined): string => {
  const pattern = new RegExp(form.isDigits ? `^\\d{${form.length}}$` : `^[A-Za-z]{${form.length}}$`)
  const plain = named?.candidates.map((candidate) => candidate.replace(/[- ]/g, ''))
  return (
    [...(named?.candidates ?? []), ...(plain ?? [])].find((candidate) => pattern.test(candidate)) ??
    Array.from({ length: form.length }, () =>
      form.isDigits ? String(random.integer(1, 9)) : String.fromCharCode(random.integer(65, 90)),
    ).join('')
  )
}

/** As of an enum: a state that is not the end of a record. */
const pickListed = ({ name, random }: ScalarContext, listed: readonly string[]): string => {
  const lasting = isStateName(name) ? listed.filter((state) => !isTroubledState(state)) : []
  return random.pick(lasting.length > 0 ? lasting : listed)
}

interface NamedValue extends RealisticText {
  /** Whether the name, or the description, says exactly what the value is. */
  readonly isSure: boolean
  /** Whether it has to be of the same person, place or account as others. */
  readonly isOfGroup: boolean
}

/** What is its own id. */
const namesItself = /zone|locale|lang|countr|currenc|region|mail|login|user_?name|arn$|ur[il]$/i

/** What the name says, unless the description says that it is something else: `creator`, the email of the creator. */
const readName = (
  context: ScalarContext,
  named: NamedText | undefined,
  sure: WriteText | undefined,
): NamedValue | undefined => {
  const own = named && {
    ...toCandidates(named.write, context),
    isSure: !named.isVague || named.isSureFor?.(context) === true,
    isOfGroup: named.group !== undefined,
  }
  // The label of a parcel may be a URL, too.
  const isOfUrl = sure === urlFor && /label$/i.test(context.name)
  if (isOfUrl && says(context, /^(the )?ur[il] (of|for|to)\b/i))
    return { ...toCandidates(sure, context), isSure: true, isOfGroup: false }
  const isMeta = sure === httpStatus ? /(message|text|reason|phrase|description|line|name)$/i : metaName
  if (!sure || isMeta.test(context.name)) return own
  const said = { ...toCandidates(sure, context), isSure: true, isOfGroup: false }
  const [first = ''] = own?.candidates ?? []
  // An id is neither a name nor an amount.
  const isOther =
    !/\d/.test(first) || (/^\d{1,4}(\.\d+)?$/.test(first) && !/(number|no|nr|id|code)$/i.test(context.name))
  if (sure === isoDuration && !first.startsWith('P')) return said
  // The id of a language is its code, and the email ID of a user is an email.
  if (sure === identifier && (named?.isSureFor?.(context) === true || (own && namesItself.test(context.name))))
    return own
  if (sure === identifier && isOther && !namesItself.test(context.name)) return said
  const isAlike = own?.isSure === true ? areOfOneKind : isSameKind
  const isSame = own !== undefined && said.candidates.some((candidate) => isAlike(candidate, first))
  return isSame ? own : said
}

const toCandidates = (write: WriteText, context: ScalarContext): RealisticText => {
  const written = write(context)
  const candidates = typeof written === 'string' ? [written] : written
  return { candidates, isWords: candidates.length === 1 && candidates[0]?.includes(' ') === true }
}

/** Where no rule knows the name. */
export const plainWords = ({ random, name }: ScalarContext): readonly string[] => {
  const [adjective, noun] = [random.pick(words.adjectives), random.pick(words.nouns)]
  return name === ''
    ? [`${capital(adjective)} ${noun}`, `${adjective}${noun}`]
    : [
        `${adjective}-${noun}`,
        `${adjective}${noun}`,
        `${adjective}_${noun}`,
        `${adjective}${noun}`.toUpperCase(),
        capital(noun),
      ]
}

/**
 * The documented example: in the shape of a time as another time, a code with other digits, anything else as it is. Undefined
 * without an example, or if the name says exactly what the value is and the example is of that kind.
 */
const repeatExample = (context: ScalarContext, named: NamedValue | undefined): string | undefined => {
  const { keywords, name, random } = context
  // A documented number of a string: 81932214823362980.
  const example = typeof context.example === 'number' ? String(context.example) : context.example
  if (typeof example !== 'string' || example === '' || example.length > 200) return undefined
  const [first = ''] = named?.candidates ?? []
  const time = isLikeTime(example) ? likeExample(momentFor(context), example) : undefined
  if (time !== undefined && (/\D/.test(time) || isDay(example) || likeTime(first))) return time
  // The language of a schema may be YAML.
  if (/(^|_)lang(uage)?$/.test(snakeCase(name)) && codeLanguage.test(example)) return example
  // The code of a city is that of no other one, whatever its form is.
  if (named?.isSure === true && /(postal_?code|post_?code|zip(_?code)?|plz)$/.test(snakeCase(name))) return undefined
  const { isEmpty, between, listed } = readExample(example)
  if (isEmpty) return undefined
  if (between !== undefined) return placeOf(context).language + between + placeOf(context).codes[0]
  if (listed !== undefined) return listed
  const isKind = named?.isOfGroup === true ? isOfKindOfExample : isCloseToExample
  // An account may be written in groups of four.
  const plain = named?.isOfGroup === true ? example.replace(/(?<=^[A-Z0-9 ]*) /g, '') : example
  if (named?.isSure === true && isKind(plain, first)) return undefined
  if (/^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u.test(example) && namesPerson(name) && !/^(from|to|by)$/i.test(name))
    return String(fullName(context))
  // The person is that of the record.
  if (isEmail(example)) return email(context)
  if (named?.isSure === true && isEmail(first) && example.includes('@')) return undefined
  // A small number may have a meaning, such as minutes of a day.
  if (/^\d{1,4}$/.test(example) && !isUniqueValue(name, keywords.format)) return example
  // The digits of `win32` are not those of a code.
  if (factsOf(example) !== undefined && !isUniqueValue(name, keywords.format)) return example
  return (isCode(example) && !isMeasured.test(example) && !isKindName.test(snakeCase(name))) ||
    isUniqueValue(name, keywords.format)
    ? orderRanges(imitate(random, example), example)
    : example
}

/** What an example is by its looks, which is the same for each record. */
const readExample = memoizeNames((example: string) => ({
  isEmpty: isDummy(example),
  /** What is between the language and the country of a locale. Other letters are not a locale. */
  between: /^[a-z]{2}([-_])[A-Z]{2}$/.exec(example)?.[1],
  listed: itemOfList(example),
}))

/** What several things share: the digits of `SHA-256` are not those of a code. */
const isKindName =
  /(^|_)(algorithm|cipher|type|kind|format|encoding|codec|standard|protocol|mode|resolution|machine_type|version|model|class|family|tier|scheme|engine|profile|arch|architecture|hardware|runtime|framework|language)$/

/** A width and a height, or a number with its unit: other digits would be no size. */
const isMeasured = /^\d+ ?[x×*] ?\d+$|^\d+(px|p|k?hz|mhz|ghz|[kmgt]i?b|ms|kbps|mbps|gbps|fps)$/i

/** Two numbers, of which the first one is the lower one: `70-80`. */
const range = /^(\s*)(\d+)(\s*(?:-|–|\.\.|to)\s*)(\d+)(\s*)$/

/** What is a range in the example, perhaps one of several, is one in the imitation. */
const orderRanges = (text: string, example: string): string => {
  const documented = example.split(',')
  return text
    .split(',')
    .map((part, index) => {
      const [, , least, , most] = range.exec(documented[index] ?? '') ?? []
      const [, before = '', low, between = '', high, after = ''] = range.exec(part) ?? []
      if (least === undefined || Number(least) > Number(most) || Number(low) <= Number(high)) return part
      return `${before}${high}${between}${low}${after}`
    })
    .join(',')
}

/** A list of the possible values, which a document has as the example of one. */
const itemOfList = (example: string): string | undefined => /^\[\s*"([^"]{1,60})"\s*(?:,.*)?\]$/.exec(example)?.[1]

const codeLanguage =
  /^(ya?ml|json|xml|html|markdown|sql|python|java(script)?|typescript|ruby|go|php|c\+\+|c#|bash|shell|graphql|proto\w*|wsdl|raml)$/i

const likeTime = (text: string): boolean => isLikeTime(text) && /\D/.test(text)

const isEmail = (text: string): boolean => /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text)

/** A day without separators: 20160801. */
const isDay = (text: string): boolean => /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(text)

/** Digits, perhaps with a prefix or among letters: `INV-0042`, `cus_9s6XKzkNR`. */
const isCode = (text: string): boolean =>
  text.length >= 4 &&
  /^[\w-]+$/.test(text) &&
  (/\d{3}/.test(text) || (text.match(/\d/g)?.length ?? 0) > text.length / 6)

/** Other digits and letters of the same kinds; parts without digits stay, if there are others. */
const imitate = (random: Random, text: string): string => {
  const hasDigits = /\d/.test(text)
  const isHex = !/(?=[A-Za-z])[^a-f]/.test(text.replace(/[^A-Za-z]/g, ''))
  const other = (letter: string, index: number): string => {
    if (/\d/.test(letter)) return String(random.integer(index === 0 ? 1 : 0, 9))
    if (isHex) return random.integer(10, 15).toString(16)
    const first = letter < 'a' ? 65 : 97
    return String.fromCharCode(random.integer(first, first + 25))
  }
  return text.replace(/[A-Za-z0-9]+/g, (part) => (hasDigits && !/\d/.test(part) ? part : [...part].map(other).join('')))
}
