/**
 * The cities whose country, currency, state and postal code the schemas of an object allow, so that no code of another country has
 * to be beside them.
 */
import type { Files, Node } from '../document/references.ts'
import { avoidNothing, mergeSchema } from '../schema/merge-schema.ts'
import { isJsonArray } from '../values/json-object.ts'
import { memoize, memoizeNames } from '../values/memoize.ts'
import { createTextTest } from './fits-text.ts'
import { type Place, places } from './places.ts'
import { describesPlace, snakeCase } from './record-subject.ts'

/** Names of what only some countries have: an account with an IBAN is in none of North America. */
const national: readonly (readonly [name: RegExp, countries: RegExp])[] = [
  [/(^|_)(iban|bban|international_?bank_?account_?(number|no))$/, /^(GB|DE|FR|SE)$/],
  [/(^|_)sort_?code$/, /^GB$/],
  [/(^|_)(blz|bankleitzahl)$/, /^DE$/],
  [/(^|_)(siren|siret|rna)(_?(number|code|id))?$/, /^FR$/],
  [/(^|_)(abn|acn|bsb)(_?(number|code))?$/, /^AU$/],
  [/(^|_)(ssn|ein|aba|us_state|routing_?number)$/, /^US$/],
  [/(^|_)vat_?(number|id|no)$/, /^(GB|DE|FR|SE)$/],
]

type Properties = ReadonlyMap<string, readonly Node[]>

/** How a property may write what it tells about a city. The last rows only of addresses. */
const writers: readonly (readonly [pattern: RegExp, write: (place: Place) => readonly string[], isOfAddress?: true])[] =
  [
    [/country(_?(code|iso\w*|id|alpha_?[23]))?(_?[23])?$/, ({ codes, country }) => [...codes, country]],
    [/currency(_?(code|iso))?$/, ({ currency }) => [currency]],
    [/(postal_?code|post_?code|zip(_?code)?|plz)$/, ({ postalCode }) => [postalCode.replaceAll('#', '1')]],
    [/time_?zone(_?(id|name))?$/, ({ timeZone }) => [timeZone]],
    [
      /^((address|billing|shipping|mailing|home)_?)?(state|province|region|county|subdivision)(_?code)?$/,
      ({ state, stateCode }) => [state, stateCode],
      true,
    ],
  ]

/** Undefined if all cities are allowed, or if nothing can be said. */
export const allowedCities = memoize((properties: Properties, files: Files): readonly Place[] | undefined => {
  const own = narrow(files, properties, places)
  // Those of an address within it, so that both are of one place.
  const cities = [...properties.values()].reduce((left, nodes) => {
    const inner = mergeSchema(files, nodes, 0, avoidNothing).properties
    return describesPlace(inner.keys()) || isNational(inner.keys()) ? narrow(files, inner, left) : left
  }, own)
  return cities.length === places.length ? undefined : cities
})

const isNationalName = memoizeNames((name: string): boolean =>
  national.some(([pattern]) => pattern.test(snakeCase(name))),
)

const isNational = (names: Iterable<string>): boolean => [...names].some(isNationalName)

const narrow = (files: Files, properties: Properties, cities: readonly Place[]): readonly Place[] => {
  const isAddress = describesPlace(properties.keys())
  let left = cities
  for (const [name, nodes] of properties) {
    const snake = snakeCase(name)
    const [, write] =
      writers.find(([pattern, , isOfAddress]) => pattern.test(snake) && (isAddress || !isOfAddress)) ?? []
    const fits = write && testFor(mergeSchema(files, nodes, 0, avoidNothing).keywords)
    const fitting = fits ? left.filter((place) => write(place).some(fits)) : left
    // A state may be that of a process.
    if (fitting.length > 0) left = fitting
  }
  if (!isNational(properties.keys())) return left
  for (const [pattern, countries] of national) {
    const isNamed = [...properties.keys()].some((name) => pattern.test(snakeCase(name)))
    const fitting = isNamed ? left.filter(({ codes }) => countries.test(codes[0])) : left
    if (fitting.length > 0) left = fitting
  }
  return left
}

/** Undefined if the schema allows any text. */
const testFor = (keywords: Readonly<Record<string, unknown>>): ((text: string) => boolean) | undefined => {
  const { enum: members, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = keywords
  const listed = isJsonArray(members) ? new Set(members.map((member) => String(member).toUpperCase())) : undefined
  if (!listed && typeof pattern !== 'string' && Number(minLength) === 0 && Number(maxLength) > 40) return undefined
  const fits = createTextTest(keywords)
  return (text) => (!listed || listed.has(text.toUpperCase())) && fits(text)
}
