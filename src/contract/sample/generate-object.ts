/**
 * The properties of an object: which ones are shown, what they share, and that they agree in the end.
 */
import type { Json, JsonObject } from '../../ports.ts'
import type { Node } from '../document/references.ts'
import { avoidNothing, type MergedSchema, mergeSchema } from '../schema/merge-schema.ts'
import { memoize } from '../values/memoize.ts'
import { appendPointer } from '../values/pointer.ts'
import { aboutErrors } from './agree-events.ts'
import { dropExcluded, exclusionsOf } from './agree-exclusive.ts'
import { agreeValues, stepsFor } from './agree-values.ts'
import { hasCondition } from './agree-variants.ts'
import type { Agreeable } from './agreeable.ts'
import { allowedCities } from './allowed-cities.ts'
import { isCodeOfPair, isWordOfPair, wordOfCode } from './coded-words.ts'
import { membersOf } from './documented-members.ts'
import { documentedGroups } from './example-groups.ts'
import { hasMostlyFlags } from './flag-text.ts'
import { hasBounds, keepBounds } from './keep-bounds.ts'
import { momentOf } from './moments.ts'
import { type NameFacts, nameReaderOf, type ReadName } from './name-facts.ts'
import { type Phase, phaseOfState } from './phases.ts'
import { places } from './places.ts'
import { depths, leastOf, maxShown, type RealisticOptions, type Run } from './realistic-run.ts'
import { type Facts, factsWithin, namesInRecord, noFacts, withFacts } from './record-facts.ts'
import { isSamePerson, namesPerson, namesThing, placeOf, snakeCase } from './record-subject.ts'
import { findExample, isRecursive } from './schema-facts.ts'
import { type Place, subjectOf } from './value-place.ts'

/** How often an optional value is generated again before it is left out: a scalar without branches has only its example and its kind. */
const maxFaults = 4
const maxScalarFaults = 2

export const generateObject = (run: Run, merged: MergedSchema, place: Place): Json | undefined => {
  const { files, isRequest = false, faults } = run.options
  const readName = nameReaderOf(files)
  const values = new Map<string, Json>()
  const fixed = new Set<string>()
  const nullable = new Set<string>()
  const members = new Map<string, readonly Json[]>()
  const conditions = new Map<string, string>()
  const bounds = new Map<string, JsonObject>()
  const exclusions = new Map<string, readonly string[]>()
  let word: string | undefined
  const names = chooseNames(run, merged, place)
  const outer = shareWithProperties(run, merged, place)
  const found = findState(run, merged, names, outer)
  // A part of what waits has not been started: if it may only be `started` or `ended`, it has no state.
  const isEarly =
    outer.phase === 'open' && found?.phase === 'active' && place.depth > 0 && !merged.required.has(found.name)
  const main = isEarly ? undefined : found
  const phase = main?.phase ?? outer.phase
  const shared = { ...outer, phase, facts: gatherFacts(run, merged, names, { ...outer, phase }) }
  const around = { ...shared, personPointer: personAround(place) }
  const mayGoElsewhere = !withinCity.test(snakeCase(shared.owner))
  for (const name of names) {
    if (isEarly && name === found?.name) continue
    const nodes = nodesOf(merged, name)
    const pointer = appendPointer(place.pointer, name)
    const facts = readName(name)
    const inner =
      mayGoElsewhere && isDestination.test(facts.snake)
        ? { ...around, name, pointer, ...destinationOf(run, place, shared) }
        : { ...around, name, pointer }
    const property = mergeSchema(files, nodes, 0, avoidNothing)
    if (property.keywords[isRequest ? 'readOnly' : 'writeOnly'] === true) continue
    const isOptional = !merged.required.has(name)
    if (isOptional && !isShown(run, property, inner)) continue
    if (isOptional) run.optional.add(pointer)
    if (!faults.has(pointer) && isSpared(run, facts, property, shared, isOptional)) {
      if (property.isNullable) values.set(name, null)
      continue
    }
    if (isSchemaType(name, property) && !merged.discriminators.has(name)) {
      const type = schemaType(merged)
      if (type === undefined && isOptional) continue
      if (type !== undefined) values.set(name, type)
      if (type !== undefined) continue
    }
    const value =
      name === main?.name
        ? main.state
        : (merged.discriminators.get(name) ?? run.generateAt(run, nodes, nameField(run, merged, values, inner)))
    if (value === undefined) continue
    values.set(name, value)
    if (isFixed(run, property, pointer, value)) {
      fixed.add(name)
      run.fixed.add(pointer)
    }
    if (property.isNullable || !property.types) nullable.add(name)
    const { condition, isBounded, excluding } = readKeywords(property.keywords)
    if (condition !== undefined) conditions.set(name, condition)
    if (!faults.has(pointer)) members.set(name, membersOf(property))
    if (isBounded) bounds.set(name, property.keywords)
    if (excluding.length > 0) exclusions.set(name, excluding)
    if (merged.properties.size <= maxPairParts && isCodeOfPair(name)) word = wordOfCode(property.keywords, value)
  }
  const generated = bounds.size > 0 ? new Map(values) : values
  const object: Agreeable = {
    values,
    owner: shared.owner,
    phase,
    isFree: (name) => !fixed.has(name),
    isFreeIn: (...path) => !run.fixed.has(path.reduce<string>(appendPointer, place.pointer)),
    membersOf: (name) => members.get(name) ?? [],
    conditionOf: (name) => conditions.get(name),
    steps: stepsFor(merged.properties, readName),
    readName,
    emptiness: (name) => (nullable.has(name) ? 'null' : merged.required.has(name) ? 'never' : 'absent'),
  }
  if (word !== undefined)
    for (const [name, value] of values)
      if (isWordOfPair(name) && typeof value === 'string' && !fixed.has(name)) values.set(name, word)
  if (exclusions.size > 0) dropExcluded(object, exclusions)
  agreeValues(object)
  keepBounds(values, generated, bounds)
  return Object.fromEntries(values)
}

/** What the keywords of a property say about the others beside it. */
const readKeywords = memoize((keywords: JsonObject) => {
  const { description } = keywords
  return {
    condition: typeof description === 'string' && hasCondition.test(description) ? description : undefined,
    isBounded: hasBounds(keywords),
    excluding: exclusionsOf(keywords),
  }
})

/** Whether a property is the error of a record that has not failed: none of its values is needed. */
const isSpared = (
  { options: { isRequest = false, examples } }: Run,
  { isError }: NameFacts,
  property: MergedSchema,
  { owner, phase }: Place,
  isOptional: boolean,
): boolean =>
  isError &&
  property.properties.size > 0 &&
  (property.isNullable || isOptional) &&
  phase !== 'failed' &&
  !isRequest &&
  !aboutErrors.test(owner) &&
  !(examples && findExample(property) !== undefined)

/** Whether a property holds the type of its object in OData, which the document does not list. */
const isSchemaType = (name: string, property: MergedSchema): boolean =>
  /@odata\.type$/i.test(name) &&
  property.keywords.const === undefined &&
  membersOf(property).length === 0 &&
  findExample(property) === undefined

/** `#example.shop.order` for a schema `example.shop.order`; undefined if the schema has no such name. */
const schemaType = ({ addresses }: MergedSchema): string | undefined => {
  for (const address of addresses) {
    const [, name] = /\/(?:schemas|definitions)\/([\w~]+(?:\.\w+)+)$/.exec(address) ?? []
    if (name !== undefined) return `#${name}`
  }
  return undefined
}

/** How a field and its value are called: `{ name: "country", value: "Sweden" }`. */
const fieldName = /^(name|key|field|field_?name|property|attribute)$/i

/** The value of a field is what a property would have that is called like the field. */
const nameField = (
  { findText }: Run,
  { properties }: MergedSchema,
  values: ReadonlyMap<string, Json>,
  place: Place,
): Place => {
  if (!/^value$/i.test(place.name) || properties.size > maxFieldParts) return place
  for (const [name, value] of values)
    if (fieldName.test(name) && typeof value === 'string' && value.length < 60 && /^[a-z]+([_.-][a-z]+)*$/i.test(value))
      return findText(value)?.isVague === false ? { ...place, name: value } : place
  return place
}

/** What has more properties is not a field. */
const maxFieldParts = 6

/** A code and its words have little else. */
const maxPairParts = 3

const nodesOf = ({ properties, additional }: MergedSchema, name: string): readonly Node[] =>
  properties.get(name) ?? (additional || [])

/** What all properties of an object share. */
const shareWithProperties = (run: Run, merged: MergedSchema, place: Place): Place => {
  const { options } = run
  const subject = subjectOf(merged.properties)
  // A record within a record has a life of its own, and so has a person.
  const isApart = place.depth > 0 && !place.isItem && (subject.isRecord || namesPerson(place.name))
  // A resource is called by its own name, an object within it by both.
  const own = place.depth === 0 && place.name !== '' ? place.name : `${place.name} ${merged.name ?? ''}`.trim()
  // The attributes of JSON:API are those of the resource around them.
  const owner = /^attributes$/i.test(place.name) ? `${own} ${place.owner}`.trim() : own
  const isNamedPerson = subject.isNamedPerson || (subject.isContact && !owner.split(' ').some(namesThing))
  const facts = factsWithin(place.name, subject.isRecord || place.isItem ? noFacts : place.facts)
  return {
    ...place,
    ...subject,
    isNamedPerson,
    owner,
    ownerPointer: place.pointer,
    partPointer:
      subject.isRecord && place.depth > 0 && !place.isItem && !followsRecord.test(snakeCase(place.name))
        ? place.pointer
        : place.partPointer,
    documented:
      place.depth === 0 || place.isItem || namesPerson(place.name)
        ? documentedGroups(merged.properties, options.files)
        : place.documented,
    cities: bothOf(allowedCities(merged.properties, options.files), place.cities),
    phase: isApart ? undefined : place.phase,
    isAmongFlags: hasMostlyFlags(merged.properties, run.findText),
    // A person was born, not a company.
    facts: isNamedPerson ? new Map([...facts, ['party', 'person']]) : facts,
    depth: place.depth + 1,
    around: new Set([...place.around, ...merged.addresses]),
    isItem: false,
  }
}

/** An address within a record is in a city that both allow, if there is one. */
const bothOf = (own: Place['cities'], around: Place['cities']): Place['cities'] => {
  const both = own && around ? own.filter((city) => around.includes(city)) : []
  return both.length > 0 ? both : (own ?? around)
}

/** Records within a record that were created after it. */
const followsRecord =
  /(^|_)(repl(y|ies)|responses?|answers?|comments?|captions?|banners?|avatars?|last|latest|newest|refund|payment|resolution|result|featured_reply)(_|$)/

/** Where the person is that the values of an object are about. */
const personAround = ({ name, pointer, personPointer, isItem, isPerson, isPlace }: Place): string => {
  const isOneOfMany = isItem && /contact/i.test(name)
  const isWhere = isPlace && /^(location|geo_?location|geo|position|place|coordinates)$/.test(snakeCase(name))
  const isSame = isWhere || (isSamePerson(name) && !isOneOfMany) || (isPerson && !namesPerson(name))
  return name !== '' && isSame ? personPointer : pointer
}

/** Nobody takes a taxi to another continent. */
const withinCity = /(^|_)(rides?|taxis?|cabs?)(_|$)/

/** Where something goes to is not the city that it comes from, but one city whatever it is called. */
const isDestination = /^(destination|arrival|drop_?off|destination_(airport|city|address|location)|end_location)$/

interface MainState {
  readonly name: string
  readonly state: Json
  readonly phase: Phase
}

/** Where a record goes to: a place in the country that it is in, if there is another city. */
const destinationOf = ({ options: { seed } }: Run, { pointer }: Place, shared: Place): Partial<Place> => {
  const own = placeOf({ ...shared, seed })
  const others = (shared.cities ?? places).filter(({ country, city }) => country === own.country && city !== own.city)
  return {
    recordPointer: appendPointer(pointer, 'destination'),
    cities: others.length > 0 ? others : shared.cities,
  }
}

/** The state of an object is known before its other values, which follow it. What has to have ended is done. */
const findState = (run: Run, merged: MergedSchema, names: readonly string[], place: Place): MainState | undefined => {
  const readName = nameReaderOf(run.options.files)
  const shared =
    place.phase === undefined && (hasEnded(run.options, merged, readName) || showsEnd(run.options, merged, readName))
      ? { ...place, phase: 'done' as const }
      : place
  for (const rank of [0, 1])
    for (const name of names) {
      if (readName(name).stateRank !== rank) continue
      const nodes = nodesOf(merged, name)
      const { properties, items } = mergeSchema(run.options.files, nodes, 0, avoidNothing)
      if (properties.size > 0 || items.length > 0) continue
      const pointer = appendPointer(shared.ownerPointer, name)
      const state = merged.discriminators.get(name) ?? run.generateAt(run, nodes, { ...shared, name, pointer })
      const phase = phaseOfState(state)
      if (phase !== undefined && state !== undefined) return { name, state, phase }
    }
  return undefined
}

/** Whether an object has to have the time of its end, which only a record that is done has. */
const hasEnded = ({ files }: RealisticOptions, merged: MergedSchema, readName: ReadName): boolean =>
  [...merged.required].some(
    (name) =>
      endedName.test(readName(name).snake) && !mergeSchema(files, nodesOf(merged, name), 0, avoidNothing).isNullable,
  )

/** Whether the documented values of an object are those of a record that is done. */
const showsEnd = ({ files, examples }: RealisticOptions, merged: MergedSchema, readName: ReadName): boolean =>
  examples &&
  [...merged.properties].some(([name, nodes]) => {
    const { snake, isProgress } = readName(name)
    if (!isProgress && !endedName.test(snake) && !/^(ended|finished|completed)$/.test(snake)) return false
    const example = findExample(mergeSchema(files, nodes, 0, avoidNothing))
    return isProgress ? example === 100 : momentOf(example) !== undefined
  })

const endedName =
  /^(ended|finished|completed|completion|closed|resolved|settled|delivered|processed)_(at|on|date|time|date_time|timestamp)$/

/** What the values of an object say about it, those first that allow one value only: its other values follow. */
const gatherFacts = (run: Run, merged: MergedSchema, names: readonly string[], shared: Place): Facts => {
  let { facts } = shared
  for (const [name, value] of merged.discriminators) facts = withFacts(facts, name, value)
  for (const name of namesInRecord(merged.properties, run.options.files)) {
    if (!names.includes(name) || merged.discriminators.has(name)) continue
    const pointer = appendPointer(shared.ownerPointer, name)
    facts = withFacts(facts, name, run.generateAt(run, nodesOf(merged, name), { ...shared, facts, name, pointer }))
  }
  return facts
}

/** Whether a value is documented, or was invalid before, so that it must not be adapted to others. */
const isFixed = (
  { options: { examples, faults } }: Run,
  property: MergedSchema,
  pointer: string,
  value: Json,
): boolean =>
  faults.has(pointer) ||
  property.keywords.const !== undefined ||
  membersOf(property).length > 0 ||
  (examples && isDocumented(findExample(property), value))

/** Beside generated values of a person or a place, an example is not used, and what is generated instead may change. */
const isDocumented = (example: Json | undefined, value: Json): boolean =>
  example !== undefined && (example === value || typeof example === 'object' || typeof value === 'object')

/** Whether an optional property is shown: not too deep, not recursive, not invalid too often. */
const isShown = ({ options, count }: Run, property: MergedSchema, { pointer, depth, around }: Place): boolean => {
  const isNested = property.properties.size > 0 || property.items.length > 0
  const most = isNested || property.choices > 1 ? maxFaults : maxScalarFaults
  if (options.isSparse || count > maxShown || (options.faults.get(pointer) ?? 0) >= most) return false
  if (isRecursive(property, around)) return false
  return depth <= (isNested ? depths.objects : depths.scalars)
}

const chooseNames = (
  run: Run,
  { properties, required, allowed, keywords, additional, propertyNames }: MergedSchema,
  place: Place,
): readonly string[] => {
  const most = typeof keywords.maxProperties === 'number' ? keywords.maxProperties : Number.POSITIVE_INFINITY
  const known = [...properties.keys()].filter((name) => required.has(name) || !allowed || allowed.has(name))
  const all = [...new Set([...required].filter((name) => !properties.has(name)).concat(known))]
  const shown = all.length > most ? [...all].sort((a, b) => Number(required.has(b)) - Number(required.has(a))) : all
  const least = leastOf(keywords.minProperties, 'properties')
  const isMap = properties.size === 0 && additional !== false && additional.length > 0 && !run.options.isSparse
  const count = Math.min(most, Math.max(least, isMap && place.depth <= depths.objects ? 1 : 0))
  const names = propertyNames ? generateNames(run, propertyNames, place, count) : mapKeys
  const extra = additional === false ? [] : names.filter((name) => !shown.includes(name))
  return [...shown.slice(0, most), ...extra.slice(0, Math.max(0, count - shown.length))]
}

/** Names that a schema allows, each once; fewer if no more can be found. */
const generateNames = (run: Run, schema: Node, place: Place, count: number): readonly string[] => {
  const names = new Set<string>()
  for (let turn = 0; names.size < count && turn < count * 10; turn++) {
    const inner = { ...place, pointer: `${place.pointer}~name${turn}`, depth: place.depth + 1 }
    names.add(String(run.generateAt(run, [schema], inner)))
  }
  return [...names]
}

/** Names of the entries of a map. */
const mapKeys = Array.from({ length: 50 }, (_, index) => (index === 0 ? 'key' : `key${index + 1}`))
