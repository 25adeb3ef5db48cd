/**
 * Compares names regardless of spelling conventions: `ownerId`, `owner_id` and `OwnerID` are one name, and a collection is
 * the plural of its item. A start reads the same few names thousands of times.
 */
import { memoizeNames } from './memoize.ts'

/** Lower case, letters and digits only. */
export const plainName = memoizeNames((name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase())

/** The singular of a plain name, whose last word may be any English noun. */
export const singularOf = memoizeNames((name: string): string => {
  for (const [plural, singular] of irregular) if (name.endsWith(plural)) return name.slice(0, -plural.length) + singular
  if (/(ss|us|is|series|species|news)$/.test(name)) return name
  if (/(movie|cookie|zombie|selfie|calorie)s$/.test(name)) return name.slice(0, -1)
  if (/ies$/.test(name)) return name.replace(/ies$/, 'y')
  return addsLetters.test(name) ? name.replace(/es$/, '') : name.replace(/s$/, '')
})

/** What a record of a resource or the value of a property is called, as a plain name: `device` of `sites.devices`. */
export const nounOf = (resource: string): string => singularOf(plainName(resource.split('.').at(-1) ?? ''))

/** Endings of plurals, the longest first where one is the end of another. */
const irregular: readonly (readonly [plural: string, singular: string])[] = [
  ['people', 'person'],
  ['children', 'child'],
  ['indices', 'index'],
  ['vertices', 'vertex'],
  ['matrices', 'matrix'],
  ['criteria', 'criterion'],
  ['caches', 'cache'],
  ['niches', 'niche'],
  ['avalanches', 'avalanche'],
  ['menus', 'menu'],
  ['quizzes', 'quiz'],
]

/** Plurals in `es` of words without an `e`: buses and statuses, but courses, houses, cases, licenses and responses. */
const addsLetters =
  /(sses|xes|[tz]zes|ches|shes|lenses|(alia|atla|canva|bia|ga)ses|(stat|b|vir|bon|camp|corp|cens|foc|radi|nex|surpl)uses|(her|ech|potat|tomat|vet|carg)oes)$/

/** The words of a name, lower case: `team_slug`, `teamSlug` and `team-slug` are `team` and `slug`. */
export const wordsOf = memoizeNames((name: string): readonly string[] =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase()),
)
