/**
 * A value as a person would write it for documentation: realistic by the names of properties, as deep and as wide as
 * people read, and bounded whatever the schema is. What was invalid before (`faults`) is generated in another way.
 */

import type { Json } from '../../ports.ts'
import type { Node } from '../document/references.ts'
import { hasType } from '../schema/interpret-schema.ts'
import { type MergedSchema, mergeSchema } from '../schema/merge-schema.ts'
import { integerRanges } from '../schema/schema-dialect.ts'
import { isJsonObject, itemsOf } from '../values/json-object.ts'
import { createRandom, type Random } from '../values/random.ts'
import { cloudServiceOf } from './arn-text.ts'
import { isScalar } from './convert-scalar.ts'
import { vocabularyOf } from './document-vocabulary.ts'
import { membersOf } from './documented-members.ts'
import { type DocumentedGroups, groupOf, noGroups } from './example-groups.ts'
import { generateArray } from './generate-array.ts'
import { generateNumber } from './generate-number.ts'
import { generateObject } from './generate-object.ts'
import { generateText } from './generate-text.ts'
import { flagInPhase, namesDay, namesPlace, namesSomebody, reportsTrouble } from './phases.ts'
import { pickMember } from './pick-member.ts'
import { flagOfOwner, outcomeFlag, outcomeText, presentFlag, usualFlag } from './property-names.ts'
import { depths, EndlessSchemaError, type RealisticOptions, type Run } from './realistic-run.ts'
import { flagInRecord } from './record-facts.ts'
import { type ScalarContext, snakeCase } from './record-subject.ts'
import { renewTimes } from './renew-times.ts'
import { chooseType, findExample, isRecursive } from './schema-facts.ts'
import { isTroubledState } from './states.ts'
import { readDescription } from './text-by-description.ts'
import { textFinderOf } from './text-by-name.ts'
import { usesJwt } from './tokens.ts'
import { maxValues } from './value-limits.ts'
import { firstPlace, type Place, withOwnName } from './value-place.ts'

export interface RealisticValue {
  readonly value: Json | undefined
  /** Pointers of values that may be left out. */
  readonly optional: ReadonlySet<string>
}

/** Throws EndlessSchemaError. */
export const generateRealistic = (options: RealisticOptions): RealisticValue => {
  const run: Run = {
    options,
    optional: new Set(),
    fixed: new Set(),
    findText: textFinderOf(options.files),
    vocabulary: vocabularyOf(options.files),
    count: 0,
    generateAt,
  }
  return { value: generateAt(run, [options.schema], firstPlace(options)), optional: run.optional }
}

const generateAt = (run: Run, nodes: readonly Node[], around: Place): Json | undefined => {
  const place = withOwnName(around)
  const { files, faults, seed, examples, generateRandom } = run.options
  if (++run.count > maxValues) throw new EndlessSchemaError(`the schema requires more than ${maxValues} values`)
  if (place.depth > depths.most) throw new EndlessSchemaError('the schema requires an endless value within itself')
  const fault = faults.get(place.pointer) ?? 0
  const merged = mergeSchema(files, nodes, Math.max(0, fault - 1), (address) => place.around.has(address))
  if (merged.isNullable && isRecursive(merged, place.around)) return null
  const random = createRandom(seed, place.pointer, fault)
  if (merged.isIntricate && fault % 2 === 1) {
    const [only] = nodes
    const value = only && nodes.length === 1 ? generateRandom(only, random.integer(0, 2 ** 31), 'sparse') : undefined
    if (value !== undefined) return value
  }
  const documented = fault === 0 && examples ? findExample(merged) : undefined
  const isGood =
    documented !== undefined && isUsable(run, place, documented) && isValidExample(run, nodes, merged, documented)
  const example = isGood ? documented : undefined
  if (example === undefined) return generateType(run, merged, place, random, fault)
  return isJsonObject(example) && run.options.imitate === true ? renewTimes(example, seed) : example
}

/**
 * Whether an example does not contradict generated values of its record. Where only examples are wanted, none of them is generated.
 */
const isUsable = ({ options }: Run, place: Place, example: Json): boolean => {
  if (options.imitate !== true) return true
  const { name, isPerson, documented } = place
  const group = groupOf(name, isPerson, options.files, example)
  return group === undefined ? !isAboutOther(place, documented, example) : documented.has(group)
}

/** Keywords that many an example breaks: a time for `format: date`, small letters where the pattern has capital ones. */
const bounds = 'format pattern minLength maxLength minimum maximum multipleOf enum const'.split(' ')

/**
 * Whether an example is a value of its own schema: `"nyc3"` as the example of an object is not. The whole value would have to
 * be generated once more otherwise.
 */
const isValidExample = ({ options }: Run, nodes: readonly Node[], merged: MergedSchema, example: Json): boolean => {
  const isPlain =
    (example === null || isScalar(example)) && bounds.every((keyword) => merged.keywords[keyword] === undefined)
  return (isPlain && allowsType(merged, example)) || nodes.every((node) => options.isValidExample(node, example))
}

const allowsType = ({ types, isNullable }: MergedSchema, value: Json): boolean =>
  value === null ? isNullable : types === undefined || types.some((type) => hasType(type, value))

/** Whether an example names a place or a person, beside those that are generated. */
const isAboutOther = ({ isPlace, isPerson }: Place, documented: DocumentedGroups, example: Json | undefined): boolean =>
  (isPlace && !documented.has('place') && namesPlace(example)) ||
  (isPerson && !documented.has('person') && namesSomebody(example))

const generateType = (
  run: Run,
  merged: MergedSchema,
  place: Place,
  random: Random,
  fault: number,
): Json | undefined => {
  const { keywords } = merged
  const { seed, outcome, examples, imitate = examples } = run.options
  if (keywords.const !== undefined) return keywords.const
  // One that a description lists may be invalid.
  const hasMembers = itemsOf(keywords.enum).length > 0 || (fault === 0 && membersOf(merged).length > 0)
  if (hasMembers) return pickMember(merged, { ...place, seed }, random)
  const { name, phase } = place
  const type = chooseType(merged, fault)
  const isText = type === 'string'
  const documented = imitate ? findExample(merged) : undefined
  const isRepeatable = (example: Json | undefined): boolean =>
    !isAboutOther(place, examples ? place.documented : noGroups, example) &&
    !namesDay(example) &&
    (phase === 'failed' || outcome === 'failure' || !reportsTrouble(example))
  const own = isRepeatable(documented) ? documented : undefined
  const listed = isText && documented === undefined && fault === 0 ? membersElsewhere(run, merged, place) : []
  if (listed.length > 0)
    return pickMember({ ...merged, keywords: { ...keywords, enum: listed } }, { ...place, seed }, random)
  const elsewhere = own === undefined && imitate && fault === 0 && isText ? exampleElsewhere(run, merged, name) : own
  const example = isRepeatable(elsewhere) ? elsewhere : undefined
  const { files } = run.options
  const scalarOf = (): ScalarContext => ({
    ...place,
    keywords,
    random,
    seed,
    example,
    hasJwt: usesJwt(files),
    cloudService: cloudServiceOf(files),
  })
  // GeoJSON has numbers, also where the document says nothing of that.
  if (isText && !merged.types && place.isItem && /^coordinate$/i.test(name)) return generateNumber(scalarOf(), false)
  if (isText && !merged.types && fault === 0 && example === undefined && listsThings(merged, place)) return []
  switch (type) {
    case 'object':
      return generateObject(run, merged, place)
    case 'array':
      return generateArray(run, merged, place, random)
    case 'integer':
      return generateNumber(scalarOf(), true)
    case 'number':
      // A number with an integer format is an integer, as the Format Registry of OpenAPI defines it.
      return generateNumber(scalarOf(), integerRanges.has(String(keywords.format)))
    case 'boolean':
      return (
        (fault === 0
          ? (outcomeFlag(name, outcome) ??
            saidFlag(keywords, name) ??
            flagInPhase(name, phase) ??
            flagInRecord(name, place.facts) ??
            flagOfOwner(name, place.owner) ??
            usualFlag(name) ??
            presentFlag(name))
          : undefined) ?? random.integer(0, 1) === 1
      )
    case 'null':
      return null
    default:
      return writeString(run, scalarOf(), fault)
  }
}

/** `Returns true if the request was processed successfully`, which every response with a record says. */
const requestSucceeded =
  /\b(if|whether|that) (the|this|an?) (api )?(request|call|operation call|api)( was| is| has)?( been)?( processed)? ?(success|succe)/i

/** A flag that is always true, as its description says. */
const saidFlag = ({ description }: MergedSchema['keywords'], name: string): boolean | undefined => {
  if (/^success(ful)?$/i.test(name) && typeof description === 'string' && requestSucceeded.test(description))
    return true
  const [, said] =
    typeof description === 'string'
      ? (/\balways (?:be |is |set to |returns? )?[`"']?(true|false)\b(?! (?:if|when|for|unless)\b)/i.exec(
          description,
        ) ?? [])
      : []
  return said === undefined ? undefined : said.toLowerCase() === 'true'
}

/** Whether a value of any type is a list: `rates`, but not `address` or `hours`. */
const listsThings = ({ keywords }: MergedSchema, { name, isItem }: Place): boolean =>
  !isItem &&
  Object.keys(keywords).every((keyword) => /^(description|title|nullable|readOnly|deprecated)$/.test(keyword)) &&
  /[a-z]{2}[^aius]s$/.test(name) &&
  !/(address|series|news|access|process|progress|details?s|notes|comments|hours|minutes|seconds|days|weeks|months|years|bytes|points|units|kids|likes|views)$/i.test(
    name,
  ) &&
  !/^(is|has|can|show|hide|allow|enable|include|exclude|max|min|num|total)(_|[A-Z])/.test(name)

/** The values that another property of this name lists, if neither the name nor the description of this one says what it is. */
const membersElsewhere = (
  { vocabulary, findText }: Run,
  { keywords }: MergedSchema,
  { name, isItem }: Place,
): readonly string[] => {
  if (isItem || typeof keywords.format === 'string' || typeof keywords.pattern === 'string') return []
  const named = findText(name)
  if (named && !named.isVague && !/_name$/.test(snakeCase(name))) return []
  const { sure, write, example, form } = readDescription(keywords)
  const members = (sure ?? write ?? example ?? form) === undefined ? vocabulary.membersOf(name) : []
  const lasting = members.filter((member) => !isTroubledState(member))
  return lasting.length > 0 ? lasting : members
}

/** An example of another property of this name, if the name alone does not say what the value is. */
const exampleElsewhere = (
  { vocabulary, findText }: Run,
  { keywords }: MergedSchema,
  name: string,
): Json | undefined => {
  const named = findText(name)
  return typeof keywords.format === 'string' || (named && !named.isVague) ? undefined : vocabulary.exampleOf(name)
}

const writeString = ({ options, findText }: Run, context: ScalarContext, fault: number): Json | undefined => {
  const { outcome, generateRandom } = options
  const reported = fault === 0 && context.example === undefined ? outcomeText(context.name, outcome) : undefined
  return reported ?? generateText(context, { fault, findText, generateRandom })
}
