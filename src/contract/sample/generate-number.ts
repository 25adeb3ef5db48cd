/**
 * A number for a schema: in the range that people expect under the name of its property, within the bounds of the schema.
 */

import { createRandom, type Random } from '../values/random.ts'
import { readNumber } from './described-numbers.ts'
import { isNumber, knownNumber, textOf } from './known-numbers.ts'
import {
  fileBytes,
  findRange,
  findUsual,
  iconBytes,
  imageBytes,
  type Range,
  storedBytes,
  usedBytes,
  videoBytes,
} from './number-ranges.ts'
import { usualFlag } from './property-names.ts'
import { readQuantity } from './quantities.ts'
import { type ScalarContext, snakeCase } from './record-subject.ts'

type Keywords = ScalarContext['keywords']

export const generateNumber = (context: ScalarContext, isInteger: boolean): number => {
  const { keywords } = context
  const random = sharesMagnitude(context) ? magnitudeOf(context) : context.random
  const said = saidRange(context)
  const isShare = !isInteger && isShareOfOne(context, said)
  const isWhole = isInteger || (!isShare && isUsuallyWhole(context))
  const step =
    isNumber(keywords.multipleOf) && keywords.multipleOf > 0 ? keywords.multipleOf : isWhole ? 1 : stepOf(context)
  const above = isNumber(keywords.exclusiveMinimum) ? keywords.exclusiveMinimum : undefined
  const below = isNumber(keywords.exclusiveMaximum) ? keywords.exclusiveMaximum : undefined
  const minimum = isNumber(keywords.minimum) ? keywords.minimum : undefined
  const maximum = isNumber(keywords.maximum) ? keywords.maximum : undefined
  const least = Math.max(minimum ?? said.least, above ?? Number.NEGATIVE_INFINITY)
  const most = Math.min(
    maximum ?? said.most,
    below ?? Number.POSITIVE_INFINITY,
    keywords.format === 'int32' ? 2_147_483_647 : Number.POSITIVE_INFINITY,
  )
  const known = knownNumber(context, isInteger)
  const isWithin =
    known !== undefined &&
    known >= least &&
    known <= most &&
    ![above, below].includes(known) &&
    keywords.multipleOf === undefined
  if (isWithin) return known
  const listed = readNumber(keywords).listed.filter((one) => one >= least && one <= most)
  if (listed.length > 0 && (!isNumber(context.example) || isCountedUp(context.example))) return random.pick(listed)
  const usual = isNumber(context.example) || keywords.multipleOf !== undefined ? [] : usualFor(context)
  const possible = usual.filter((one) => one >= least && one <= most && one !== above && one !== below)
  // The forms of one film have as many frames a second.
  if (possible.length > 0) return magnitudeOf(context).pick(possible)
  const range = isShare ? shares : rangeFor(context, isWhole)
  // A flag that is usually off.
  if (isInteger && range[1] === 1 && least <= 0 && most >= 0 && usualFlag(context.name) === false) return 0
  const [low, high] = narrow(range, least, most)
  const first = Math.ceil(low / step) + (Math.ceil(low / step) * step === above ? 1 : 0)
  const last = Math.floor(high / step) - (Math.floor(high / step) * step === below ? 1 : 0)
  // The range is narrower than a step.
  if (first > last) return isInteger ? Math.ceil(low) : (low + high) / 2
  return round(random.integer(first, last) * step)
}

/** Scores of the severity of a weakness have one decimal. */
const stepOf = ({ name }: ScalarContext): number => (isRough.test(name) ? 0.1 : 0.01)

/** The sizes that something comes in. Those of a memory are in the unit that its description names. */
const usualFor = ({ name, owner, keywords: { description } }: ScalarContext): readonly number[] => {
  const snake = snakeCase(name)
  if (/^(ram|memory)(_?(size|limit|mb|mib|in_mb))?$/.test(snake) && !/usage|used|stat|metric/i.test(owner))
    return /\b(gb|gib|giga-?bytes?|bytes|percent(age)?|usage|used)\b|%/i.test(textOf(description))
      ? []
      : [512, 1024, 2048]
  if (/^(size|bits|key_?size)$/.test(snake) && /(^|_)(algo|hmac|hash|cipher|sign)/.test(snakeCase(owner)))
    return [256, 384, 512]
  return findUsual(snake)?.[1] ?? []
}

/** The bounds that only the description names. What the schema or an example says prevails. */
const saidRange = ({ keywords, example }: ScalarContext): { readonly least: number; readonly most: number } => {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = readNumber(keywords)
  const { minimum = least, maximum = most } = keywords
  const isPossible =
    isNumber(minimum) &&
    isNumber(maximum) &&
    minimum <= most &&
    maximum >= least &&
    (!isNumber(example) || (example >= least && example <= most))
  return isPossible ? { least, most } : { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }
}

/** What everybody writes with one decimal. */
const isRough = /cvss|^(base|exploitability)_?score$|magnitude$/i

const shares: Range = [0.05, 0.95]

/** Whether a number is between 0 and 1 and no flag: an opacity, a ratio. */
const isShareOfOne = (
  { keywords }: ScalarContext,
  said: { readonly least: number; readonly most: number },
): boolean => {
  const { minimum = said.least, maximum = said.most } = keywords
  return isNumber(minimum) && minimum >= -1 && minimum < 1 && maximum === 1 && !readNumber(keywords).isFlag
}

/** What nobody compares with the other numbers of a record. */
const independent =
  /(follower|following|friend|like|comment|view|post|photo|repl(y|ies)|share|star|fork|favorite|favourite|watcher|vote|rating|review|play|width|height)s?(_count)?$/

/**
 * Whether a number is at the same place within its range as the others of its record, so that no part is above its whole, whatever
 * they are called: counts, and numbers like documented ones, which were of one magnitude in the mind of their author.
 */
const sharesMagnitude = ({ name, example, isItem, isFile }: ScalarContext): boolean => {
  const snake = snakeCase(name)
  // Files are of different sizes, also those of one picture.
  if (isItem === true || /(^|_)file_?size$/.test(snake) || (isFile === true && snake === 'size')) return false
  const quantity = readQuantity(snake)
  const isMoney = quantity?.isMeasure === true && /(^|_)(amount|price|cost|value|salary)s?(_|$)/.test(snake)
  return quantity && !isMoney
    ? !independent.test(snake)
    : isNumber(example) && !/(^|_)(id|code|year|port|lat|lng|version)$/.test(snake)
}

const magnitudeOf = ({ seed, recordPointer }: ScalarContext): Random => createRandom(seed, recordPointer, 'magnitude')

const fractional =
  /(price|amount|cost|fees?|total|sum|balance|rate|ratio|percent|percentage|weight|mass|distance|length|depth|temperature|score|probability|confidence|tax|vat|discount|revenue|salary|budget|value|average|avg|mean|median|speed|latitude|longitude|lat|lng|lon|area|volume|opacity|factor|multiplier|gross|net|paid|due|credit|debit|charge|share|change|open|high|low|close)$/

/** Objects whose total is the number of items. */
const countsItems =
  /(^|_)(responses?|lists?|pages?|paging|paginat\w*|meta|metadata|results?|stats?|statistics|counts?|sets?|collections?|search|hits|featured)(_|$)|(list|result|response|page)s?$/

/** Documents often declare a whole number as a number. */
const isUsuallyWhole = ({ name, owner, example, keywords }: ScalarContext): boolean => {
  // `issueCountsBySeverity: { high, low }`
  if (/(^|_)(counts?|tally|histogram)(_|$)/.test(snakeCase(owner.split(' ')[0] ?? ''))) return true
  if (
    /(^|_)(quantity|qty)_(in|on|of|at)_|(^|_)(in_stock|stock_(level|on_hand|count|quantity|qty)|units_in_stock)$|(count|bytes|content_length|(max|min|maximum|minimum)_?length|file_?size|(^|_)(width|height)|_id|_number|_no|_nr|_(micros|nanos|cents)|(^|_)(id|year|page|index|quantity|port|age|adults|seats))$/.test(
      snakeCase(name),
    )
  )
    return true
  if (isNumber(example)) return Number.isInteger(example)
  // Things are counted in whole numbers, whatever the format is.
  const quantity = readQuantity(snakeCase(name))
  const isCounted = quantity?.isMeasure === false && quantity.period === 0 && !fractional.test(snakeCase(name))
  if (isCounted || (/^total$/i.test(name) && countsItems.test(snakeCase(owner)))) return true
  if (keywords.format === 'float' || keywords.format === 'double' || name === '') return false
  const { minimum, maximum } = keywords
  return (
    ![minimum, maximum].some((bound) => isNumber(bound) && !Number.isInteger(bound)) &&
    !fractional.test(snakeCase(name))
  )
}

/** Of persons in centimetres and kilograms, of things that have a weight or a length in any unit: not in pixels. */
const sizeFor = ({ isPerson, isThing }: ScalarContext, snake: string): Range | undefined => {
  if (isPerson && /^(body_?)?height(_?cm)?$/.test(snake)) return [155, 195]
  if (isPerson && /^(body_?)?weight(_?kg)?$/.test(snake)) return [50, 95]
  return isThing === true && /^((package|box|product|item|shipping)_)?(width|height|depth|length)(_cm)?$/.test(snake)
    ? [5, 60]
    : undefined
}

/** In the unit that the description names. */
const sizeUnit = (snake: string, description: string): Range | undefined => {
  if (!/size|bytes|limit|memory|storage|quota|disk|space|usage|ram|volume/.test(snake)) return undefined
  if (/\bsize (of .*)?in bytes\b/i.test(description)) return fileBytes
  if (/quota|disk|storage|space/.test(snake) && /\bin bytes?\b/i.test(description))
    return /used|usage|consumed|free|remaining/.test(snake) ? usedBytes : storedBytes
  if (/\bin (mb|mib|gb|gib|mega-?bytes?|giga-?bytes?|mebibytes?|gibibytes?)\b/i.test(description)) return [1, 64]
  return /\bin (kb|kib|kilo-?bytes?)\b/i.test(description) ? [10, 900] : undefined
}

/** A file of a few bytes looks empty. The size of a list of files is another one. */
const fileSize = (
  { owner, isFile, isThing, keywords: { description } }: ScalarContext,
  snake: string,
): Range | undefined => {
  if (!/^(full_)?size$/.test(snake) || /\b(number|count|total|page)\b/i.test(textOf(description))) return undefined
  const about = snakeCase(owner.split(' ')[0] ?? '')
  if (/(^|_)(paginated|paged|page|list)_|(^|_)(paging|pagination|page)$/.test(about)) return undefined
  if (/(^|_)layers?$/.test(about) || /\b(layers|(container|tagged) image)\b/i.test(textOf(description)))
    return imageBytes
  if (/(^|_)(videos?|movies?|films?)(_|$)/.test(snakeCase(owner))) return videoBytes
  return (isFile && !isThing) || /(^|_)(files?|attachments?|uploads?|blobs?|artifacts?)$/.test(about)
    ? fileBytes
    : undefined
}

/** The width and the height of a film. */
const resolutions: readonly (readonly [RegExp, width: number, height: number])[] = [
  [/(^|_)(8k|4320p)(_|$)/, 7680, 4320],
  [/(^|_)(4k|uhd|ultra_hd|2160p)(_|$)/, 3840, 2160],
  [/(^|_)(full_hd|fhd|1080p|hd_?1080)(_|$)/, 1920, 1080],
  [/(^|_)(hd|720p|hd_?720)(_|$)/, 1280, 720],
  [/(^|_)(480p)(_|$)/, 854, 480],
  [/(^|_)(sd|360p)(_|$)/, 640, 360],
]

/** A picture is as large as its name says. */
const sideFor = (owner: string, isHeight: boolean): Range | undefined => {
  const [own = ''] = owner.split(' ')
  const [, width, height] = resolutions.find(([pattern]) => pattern.test(snakeCase(own))) ?? []
  if (width !== undefined && height !== undefined) return isHeight ? [height, height] : [width, width]
  // `watermark_1500`
  const side = Number(/_(\d{2,4})(px|w|h|p)?$/.exec(own)?.[1] ?? 0)
  if (side >= 16) return [Math.round(side * 0.6), side]
  return [
    [/(^|_)(thumb\w*|icon|tiny|mini|small_thumb\w*)(_|$)/, [80, 160]] as const,
    [/(^|_)(small|low\w*|preview|downsampled)(_|$)/, [240, 320]] as const,
    [/(^|_)(medium|standard\w*|normal)(_|$)/, [600, 800]] as const,
    [/(^|_)(large|high\w*|original|full\w*|max\w*)(_|$)/, [1200, 1600]] as const,
  ].find(([pattern]) => pattern.test(snakeCase(own)))?.[1]
}

/** Numbers whose range depends on what has them. */
const inOwner = ({ owner, isThing }: ScalarContext, snake: string, isInteger: boolean): Range | undefined => {
  const about = snakeCase(owner)
  // Seconds of a film.
  if (/^((playback|resume|last|current|watch)_)?position$/.test(snake))
    return /(^|_)(watch\w*|play(ed|back)|listen\w*|resume)(_|$)/.test(about) ? [60, 3000] : undefined
  if (/^duration_?(ms|millis|milliseconds)$/.test(snake))
    return /(^|_)(videos?|movies?|tracks?|songs?|episodes?|audio|media|recordings?|detected)(_|$)/.test(about)
      ? [90_000, 600_000]
      : undefined
  if (/^(file_?size|size_?in_?bytes|content_?length|bytes)$/.test(snake))
    return /(^|_)(thumb\w*|icon)(_|$)/.test(about)
      ? iconBytes
      : /(^|_)(videos?|movies?|films?|4k|uhd)(_|$)/.test(about)
        ? videoBytes
        : undefined
  // Of a tree, not of a thing.
  const isTree = /(^|_)(categor(y|ies)|comments?|nodes?|folders?|topics?|menus?|threads?|trees?|departments?)(_|$)/
  return /^(depth|level|nesting_?level)$/.test(snake) && isInteger && isThing !== true && isTree.test(about)
    ? [0, 1]
    : undefined
}

/** What stays within a city. */
const isInCity = (owner: string): boolean =>
  /(^|_)(rides?|taxis?|cabs?|couriers?)$/.test(snakeCase(owner.split(' ')[0] ?? ''))

/** What usually takes minutes, if no unit is named. */
export const isAppointment = (owner: string): boolean =>
  /(^|_)(appointments?|lessons?|consultations?|(booking|time)_?slots?)(_|$)/.test(snakeCase(owner.split(' ')[0] ?? ''))

const isMessage = (owner: string): boolean =>
  /(^|_)(sms|mms|messages?|long_code|short_code)(_|$)/.test(snakeCase(owner.split(' ')[0] ?? ''))

/** 123, 12345, 123123. */
const isCountedUp = (example: unknown): boolean =>
  isNumber(example) && (/^(123)+$/.test(String(example)) || /^1234(5(6(7(89?)?)?)?)?$/.test(String(example)))

/** An example of a count that was thought of beside others: not 1, 10, 100 or 99. */
const isTellingCount = (example: unknown): boolean =>
  isNumber(example) && example > 11 && Number.isInteger(example) && !/^(10+|(\d)\2+|123\d*)$/.test(String(example))

const rangeFor = (context: ScalarContext, isInteger: boolean): Range => {
  const { name, keywords } = context
  // Tools write such numbers.
  const example = isCountedUp(context.example) ? undefined : context.example
  const { description } = keywords
  const snake = snakeCase(name)
  const isFraction =
    !isInteger &&
    (/(confidence|probability|ratio|alpha|opacity|similarity|power_?factor|fraction|(scale|scaling|decay|discount|damping)\w*_factor)$/.test(
      snake,
    ) ||
      (isNumber(example) && example > 0 && example < 1))
  if (isFraction) return [0.05, 0.95]
  if (/(^|_)channels?(_?count)?$/.test(snake) && /\b(audio|mono|stereo|sound)\b/i.test(textOf(description)))
    return [1, 2]
  if (snake === 'duration' && isAppointment(context.owner) && !/second|milli/i.test(textOf(description)))
    return [15, 120]
  // What is written here fits in one message.
  if (/^((number_of|num|sms|message)_)?(parts|segments)(_?count)?$/.test(snake) && isMessage(context.owner))
    return [1, 1]
  if (/^(trip_|total_)?distance(_|$)/.test(snake) && isInCity(context.owner)) return [3, 9]
  const usual = example === undefined ? inOwner(context, snake, isInteger) : undefined
  if (usual) return usual
  if (snake === 'frames' && /(^|_)(still|static|thumb\w*)(_|$)/.test(snakeCase(context.owner))) return [1, 1]
  const side = /(^|_)(width|height)$/.test(snake)
    ? (sideFor(snake.replace(/_?(max|min)_?/, ''), /height$/.test(snake)) ??
      sideFor(context.owner, /height$/.test(snake)))
    : undefined
  if (side) return side
  const size = example === undefined ? sizeFor(context, snake) : undefined
  if (size) return size
  const found = findRange(rangeName(context, snake))
  const unit = example === undefined ? (sizeUnit(snake, textOf(description)) ?? fileSize(context, snake)) : undefined
  if (unit) return unit
  if (/(^|_)key_?(length|size)$/.test(snake) && /\bbits?\b/i.test(textOf(description))) return [2048, 2048]
  const isMinorUnit =
    isInteger &&
    typeof description === 'string' &&
    /\bcents?\b|smallest (currency )?unit|minor units?/i.test(description)
  if (isMinorUnit && /percent|(^|_)(pct|rate)(_|$)/.test(snake)) return [5, 25]
  if (isMinorUnit && !(isNumber(example) && example > 11)) return [500, 50_000]
  if (isNumber(example) && example > 100 && /percent|(^|_)pct(_|$)/.test(snake)) return [1, 40]
  if (/^(value|amount)$/.test(snake) && /accelerat/i.test(context.owner)) return [4, 12]
  const isCounted = found !== undefined && readQuantity(snake)?.isMeasure === false && isTellingCount(example)
  if (isNumber(example) && example > 0 && (!found || isCounted || example > found[2] * 20))
    return [Math.max(isInteger ? 1 : 0.01, example / 2), Math.max(1, example * 1.5)]
  if (/^(rate|percent|percentage)$/.test(snake) && /(^|_)(tax(es)?|vat)(_|$)/.test(snakeCase(context.owner)))
    return [5, 25]
  if (found) return [found[1], found[2]]
  if (isInteger && !hasBounds(keywords) && readQuantity(snake)?.isMeasure === false) return [1, 20]
  // A small number contradicts few others.
  return isInteger && !hasBounds(keywords) ? [1, 9] : [1, 100]
}

/** `age_range: { min, max }` are ages. */
const rangeName = ({ owner }: ScalarContext, snake: string): string => {
  if (!/^(min|max|minimum|maximum|lower|upper|low|high|avg|average|mean|median)$/.test(snake)) return snake
  const about = snakeCase(owner.split(' ')[0] ?? '').replace(/_?(range|limits?|bounds?|interval|answer)$/, '')
  return /(^|_)(age|year|month|percentage|percent|temperature|rating|price|weight|height|speed|salary|humidity)$/.test(
    about,
  )
    ? about
    : snake
}

/** Whether the schema says itself how large a number is. */
const hasBounds = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: Keywords): boolean =>
  [maximum, exclusiveMinimum, exclusiveMaximum, multipleOf].some(isNumber) || (isNumber(minimum) && minimum > 1)

/** The usual range within the bounds; if they exclude it, a range of the same length at the nearer bound. */
const narrow = ([from, to]: Range, least: number, most: number): Range => {
  if (least <= to && most >= from) return [Math.max(from, least), Math.min(to, most)]
  return most < from ? [Math.max(least, most - (to - from)), most] : [least, Math.min(most, least + (to - from))]
}

/** Without the error of floating-point arithmetic: 0.30000000000000004 becomes 0.3. */
const round = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(12)))
