/**
 * Makes what flags deny agree with what is beside them: what did not happen has no time, what is missing has no details. Where such a
 * value has to be there, the flag is true.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray } from '../values/json-object.ts'
import { memoizeNames } from '../values/memoize.ts'
import { type Agreeable, type AgreeingStep, hasName, type Names } from './agreeable.ts'
import { momentOf } from './moments.ts'
import { isOfStem, stemOf } from './states.ts'

/** Whether a value says that something exists. */
const isTelling = (value: Json | undefined): boolean =>
  typeof value === 'string'
    ? value !== ''
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** `hasSecret` beside `clientSecret`. */
const confirmFlags = ({ values, isFree }: Agreeable, names: Names): void => {
  for (const { name, snake } of names.values()) {
    const [, what] = /(?:^|_)has_(\w+)$/.exec(snake) ?? []
    if (what === undefined || values.get(name) !== false || !isFree(name)) continue
    const isHeld = hasName(
      names,
      (other, facts) => (facts.snake === what || facts.snake.endsWith(`_${what}`)) && isTelling(values.get(other)),
    )
    if (isHeld && snake !== what) values.set(name, true)
  }
}

interface Denial {
  readonly name: string
  readonly stem: string
  /** Those of its words: `tax` and `deduct` of `tax_deducted`. */
  readonly stems: readonly string[]
  /** `discount_` of `has_discount`, `fixed_by_` of `fixed`. */
  readonly starts: readonly string[]
  /** Flags that are only on where this one is: `select_used` of `select`. */
  readonly uses: readonly string[]
}

/** Words of a detail of what happened: `verification_date`, `paid_amount`. A code or an address may be there before. */
const detailWord =
  /^(at|on|by|date|time|timestamp|datetime|dttm|ts|expires|expiry|updated|modified|changed|expiration|since|reason|amount|total|count|quantity|weight|value|offset|percent|percentage|rule|pattern|frequency|interval|until|start|end|days|period|in|utc|user|id|name|of|number|last|first)$/

/** The stems of what a name is a detail of: `verificat` of `verification_date`. None if it is the name of no detail. */
const stemsOfDetail = memoizeNames((snake: string): readonly string[] => {
  const words = snake.split('_')
  const about = words.filter((word) => !detailWord.test(word))
  return about.length < words.length ? about.map(stemOf) : []
})

/** Whether a detail is of what a flag denies, and not of something else that has the same word. */
const isDetailOf = (about: readonly string[], { stems }: Denial): boolean =>
  about.length === stems.length && stems.every((stem) => about.some((one) => one === stem || isOfStem(stem, one)))

/** What may follow the whole name of a flag: `viewed_by_me_time`, `inherited_from`. */
const detailWords = [
  'by',
  'in',
  'with',
  'via',
  'because',
  'from',
  'time',
  'date',
  'at',
  'on',
  'timestamp',
  'until',
  'since',
]

const useWords = ['used', 'active', 'applied', 'running', 'required', 'visible', 'completed', 'sent']

/** What a flag of this name denies. */
const readDenial = memoizeNames(
  (snake: string): Pick<Denial, 'stems' | 'starts' | 'uses'> => ({
    stems: snake
      .replace(/^(is|was|has|has_been)_/, '')
      .split('_')
      .map(stemOf),
    starts: /^has_|_(indicator|flag|decision|consent)$/.test(snake)
      ? [`${snake.replace(/^has_|_(indicator|flag|decision|consent)$/g, '')}_`]
      : detailWords.map((word) => `${snake.replace(/^(is|was)_/, '')}_${word}_`),
    uses: useWords.map((word) => `${snake}_${word}`),
  }),
)

const findDenials = ({ values }: Agreeable, names: Names): readonly Denial[] =>
  [...names].flatMap(([name, { flag, snake }]) =>
    values.get(name) === false || values.get(name) === 'false' ? [{ name, stem: flag, ...readDenial(snake) }] : [],
  )

/** A documented time belongs to what has happened, otherwise it is left out: the examples of two properties may contradict each other. */
const confirmDocumented = ({ values, isFree, emptiness }: Agreeable, name: string, { name: flag }: Denial): void => {
  if (momentOf(values.get(name)) === undefined || values.get(flag) !== false) return
  if (isFree(flag)) values.set(flag, true)
  else if (emptiness(name) === 'absent') values.delete(name)
  else if (emptiness(name) === 'null') values.set(name, null)
}

/** `punchedDate` beside `punched: false`. */
export const dropWhatFlagsDeny: AgreeingStep = (object, names) => {
  const { values, isFree, emptiness } = object
  confirmFlags(object, names)
  const denials = findDenials(object, names)
  if (denials.length === 0) return
  for (const { name, detailOf, snake } of names.values()) {
    const value = values.get(name)
    if (value === true && isFree(name) && denials.some((one) => one.uses.includes(snake))) values.set(name, false)
    if (typeof value === 'boolean' || value === null) continue
    const about = detailOf === undefined ? undefined : stemOf(detailOf)
    const details = stemsOfDetail(snake)
    const whole = `${snake}_`
    const denial = denials.find(
      (one) =>
        one.name !== name &&
        (one.stem === about || one.starts.some((start) => whole.startsWith(start)) || isDetailOf(details, one)),
    )
    if (!denial) continue
    const how = emptiness(name)
    if (!isFree(name)) {
      confirmDocumented(object, name, denial)
      continue
    }
    if (isJsonArray(value) && how === 'never') values.set(name, [])
    else if (how === 'absent') values.delete(name)
    else if (how === 'null') values.set(name, null)
    else if (typeof value === 'number' && value < 1e9) values.set(name, 0)
    else if (values.get(denial.name) === false && isFree(denial.name)) values.set(denial.name, true)
  }
}
