/**
 * A readable string for a pattern: letters are words, digits are digits, and what may be left out is. Whether it matches is for
 * the caller to test, because look-arounds are ignored; json-schema-faker generates what is not found here.
 */
import type { AST } from '@eslint-community/regexpp'
import { parsePattern } from '../patterns/pattern-program.ts'
import type { Random } from '../values/random.ts'
import { digits } from './check-digits.ts'
import { hex } from './text-by-format.ts'
import { words } from './words.ts'

/** The longest string, and how many parts are written: a group may repeat groups. */
const maxLength = 200
const maxParts = 500

interface Writer {
  readonly random: Random
  /** Characters that the first open repetition has beyond its usual length. */
  extra: number
  parts: number
}

/** Candidates, the most readable first; none if the pattern cannot be read. */
export const writePattern = (pattern: string, random: Random, minLength: number): readonly string[] => {
  const parsed = parseEither(pattern)
  if (!parsed) return []
  const plain = tryWrite(parsed, random, 0)
  if (plain === undefined) return []
  const missing = minLength - plain.length
  const long = missing > 0 && missing <= maxLength ? tryWrite(parsed, random, missing) : undefined
  const all = long === undefined ? [plain] : [long, plain]
  return all.flatMap((text) => [withRegion(text), text])
}

/** The name of a resource (ARN) in a region that exists. */
const withRegion = (text: string): string => {
  const parts = text.split(':')
  if (parts[0] !== 'arn' || parts.length < 6) return text
  const [, , service = '', region, account, ...rest] = parts
  return ['arn', 'aws', service, region === '' ? '' : 'us-east-1', account === '' ? '' : '123456789012', ...rest].join(
    ':',
  )
}

const parseEither = (source: string): AST.Pattern | undefined => {
  for (const unicode of [true, false]) {
    try {
      return parsePattern(source, unicode)
    } catch {
      // Try without the flag. An invalid pattern is reported elsewhere.
    }
  }
  return undefined
}

/** Undefined if it becomes too long, or if it refers back. */
const tryWrite = (pattern: AST.Pattern, random: Random, extra: number): string | undefined => {
  const text = writeOneOf(pattern.alternatives, { random, extra, parts: 0 })
  return text === undefined || text.length > maxLength ? undefined : text
}

const writeOneOf = (alternatives: readonly AST.Alternative[], writer: Writer): string | undefined => {
  const telling = alternatives.filter(({ elements }) => elements.length > 0)
  return writeAll(writer.random.pick(telling.length > 0 ? telling : alternatives).elements, writer)
}

const writeAll = (elements: readonly AST.Element[], writer: Writer): string | undefined => {
  let text = ''
  for (const [index, element] of elements.entries()) {
    const isBetween = text !== '' && index < elements.length - 1
    const part = (isBetween ? separatorOf(element) : undefined) ?? writeElement(element, writer)
    if (part === undefined) return undefined
    text += part
  }
  return text
}

/** A slash or colon that may be left out, as in `role/?name`: it separates two words. */
const separatorOf = (element: AST.Element): string | undefined => {
  if (element.type !== 'Quantifier' || element.max !== 1 || element.element.type !== 'Character') return undefined
  const letter = String.fromCodePoint(element.element.value)
  return /[/:]/.test(letter) ? letter : undefined
}

const writeElement = (element: AST.Element, writer: Writer): string | undefined => {
  if (++writer.parts > maxParts) return undefined
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value)
    case 'CharacterSet':
    case 'CharacterClass':
      return writeRun(element, 1, 1, writer)
    case 'Quantifier':
      return writeRepeated(element, writer)
    case 'Group':
    case 'CapturingGroup':
      return writeOneOf(element.alternatives, writer)
    case 'Assertion':
      return ''
    default:
      return undefined
  }
}

const writeRepeated = ({ element, min, max }: AST.Quantifier, writer: Writer): string | undefined => {
  if (element.type === 'CharacterSet' || element.type === 'CharacterClass') return writeRun(element, min, max, writer)
  const count = min === 0 && max === Number.POSITIVE_INFINITY && writer.extra > 0 ? 1 : min
  let text = ''
  for (let index = 0; index < count; index++) {
    const part = writeElement(element, writer)
    if (part === undefined) return undefined
    text += part
  }
  return text
}

/** Characters of one class: a word, a number, a code. */
const writeRun = (
  set: AST.CharacterSet | AST.CharacterClass,
  min: number,
  max: number,
  writer: Writer,
): string | undefined => {
  const takes = createTest(set)
  if (!takes) return undefined
  const { random } = writer
  const least = max > min ? min + writer.extra : min
  if (max > min) writer.extra = 0
  if (max === 0 || (min === 0 && max === 1 && least === 0)) return ''
  const fits = (text: string): boolean => text.length >= least && text.length <= max && [...text].every(takes)
  const noun = random.pick(words.nouns)
  const pair = `${random.pick(words.adjectives)}-${noun}`
  const isHex = takes('a') && takes('0') && !takes('g')
  const isCode = least > 12 && least === max
  const length = Math.max(least, Math.min(max, isHex || isCode ? 16 : 6))
  const number = digits(random, length)
  // A number of any length has no zeros before it.
  const plain = max > min ? [number.replace(/^0+/, (zeros) => '1'.repeat(zeros.length))] : []
  const codes = [...plain, number, hex(random, length), hex(random, length).toUpperCase()]
  const named = [pair, noun, noun.toUpperCase(), longer(pair, least), longer(pair.replace('-', ''), least)]
  const cut = [noun.slice(0, Math.max(least, 3)), noun.slice(0, least), noun.slice(0, least).toUpperCase(), ...codes]
  return (
    (isHex || isCode ? [...codes.slice(plain.length + 1), ...codes, ...named] : [...named, ...cut]).find(fits) ??
    fillFrom(takes, random, Math.max(least, Math.min(max, 6)))
  )
}

/** Ends with digits where words are too short. */
const longer = (text: string, least: number): string => text.padEnd(least, '0123456789')

const usual = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_ .:/,!#%&()*+;<=>?@[]{}|~$^\'"\\']

const fillFrom = (takes: (letter: string) => boolean, random: Random, length: number): string | undefined => {
  const allowed = usual.filter(takes)
  return allowed.length === 0 ? undefined : Array.from({ length }, () => random.pick(allowed)).join('')
}

const createTest = (set: AST.CharacterSet | AST.CharacterClass): ((letter: string) => boolean) | undefined => {
  for (const flags of ['u', '']) {
    try {
      const expression = new RegExp(`^${set.raw}$`, flags)
      return (letter) => expression.test(letter)
    } catch {
      // Try without the flag.
    }
  }
  return undefined
}
