/**
 * Makes the percentages of one object agree with the counts beside them: `open_rate` is the share of `opens` among what was
 * `delivered`, and `disk_used_percent` that of `disk_used` in `disk_total`.
 */
import { isFunnelStage } from './agree-funnel.ts'
import type { AgreeingStep, Names } from './agreeable.ts'
import { stemOf } from './states.ts'

const rate =
  /^(?:(.+)_)?(?:rate|percent|percentage|pct|ratio|progress)$|^(?:percent|percentage|pct|ratio)_(?:of_)?(.+)$/

export const isRateName = (snake: string): boolean => rate.test(snake)

/** Rates of amounts, which are not counts. */
const ofMoney = /(^|_)(tax|vat|gst|discount|fee|commission|interest|exchange|conversion|price|cost|amount|margin)(_|$)/

const wholeWord = /^(total|all|max|maximum|limit|capacity|size|quota|overall|requested|target)$/
const countWord = /^(count|counts|num|number|of|no|unique|items|records|rows|tasks|operations|bytes|mb|gb|kb)$/

/** The stem of what is counted, without words for how. */
const stemIn = (snake: string): string =>
  snake
    .split('_')
    .filter((word) => !countWord.test(word))
    .map(stemOf)
    .join('_')

/** Stems of the same thing. */
const ending = /^(complet|finish|don|done|proces+|progres+)$/
const isSame = (one: string, other: string): boolean => one === other || (ending.test(one) && ending.test(other))

/** All of whom a part did something. */
const audience =
  /^(delivered|impressions|recipients|sent|sends|requests|attempts|visits|sessions|visitors|participants|invited)$/

/** Words that leave it an audience: `emails_sent`, `total_sent`. */
const ofAudience = /^(total|num|number|of|count|e?mails?|messages?)$/

const isAudience = (snake: string): boolean =>
  audience.test(
    snake
      .split('_')
      .filter((word) => !ofAudience.test(word))
      .join('_'),
  )

interface Counted {
  readonly snake: string
  readonly value: number
}

/** What the part is a share of: `disk_total` for `disk_used`, `total` for `completed`. */
const findWhole = (counts: readonly Counted[], part: Counted): number | undefined => {
  const words = new Set(part.snake.split('_'))
  // `click_rate` is not the share of some clicks in all of them.
  const whole = (isFunnelStage(part.snake) ? [] : counts).find(
    ({ snake }) =>
      snake !== part.snake &&
      snake.split('_').some((word) => wholeWord.test(word)) &&
      snake.split('_').every((word) => wholeWord.test(word) || countWord.test(word) || words.has(word)),
  )
  return (whole ?? counts.find(({ snake }) => snake !== part.snake && isAudience(snake)))?.value
}

export const measureRates: AgreeingStep = ({ values, isFree }, names: Names) => {
  const counts = [...names].flatMap(([name, { snake }]) => {
    const value = values.get(name)
    return typeof value === 'number' && value < 1e9 && !rate.test(snake) ? [{ snake, value }] : []
  })
  if (counts.length === 0) return
  for (const { name, snake } of names.values()) {
    const held = values.get(name)
    const [, before, after] = rate.exec(snake) ?? []
    const about = stemIn(before ?? after ?? 'progress')
    if (!rate.test(snake) || typeof held !== 'number' || !isFree(name) || about === '' || ofMoney.test(snake)) continue
    const part = counts.find((one) => isSame(stemIn(one.snake), about))
    if (!part) continue
    const whole = findWhole(counts, part)
    const share = part.value === 0 ? 0 : whole === undefined || whole < part.value ? undefined : part.value / whole
    if (share === undefined) continue
    const isFraction = held > 0 && held < 1
    values.set(
      name,
      isFraction
        ? Math.round(share * 100) / 100
        : Math.round(share * (Number.isInteger(held) ? 100 : 10_000)) / (Number.isInteger(held) ? 1 : 100),
    )
  }
}
