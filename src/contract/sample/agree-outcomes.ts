/**
 * Makes the counts of one object agree with how far its record is: nothing of what has not begun is finished, all of what is done
 * is, and nothing has failed unless the record has.
 */

import { stateOf } from './agree-states.ts'
import type { AgreeingStep } from './agreeable.ts'
import { phaseOfState } from './phases.ts'
import { readQuantity } from './quantities.ts'
import { snakeCase } from './record-subject.ts'
import { processName } from './states.ts'

const troubled =
  /^(fail(ed|ures?|ing)?|errors?|errored|warnings|reject(ed|ions?)|declin(ed|es)|bounc(ed|es?)|skipped|cancel+(ed|ations?)|dropped|lost|invalid|duplicates?|duplicated|conflicts?|missing|aborted|expired|unsubscrib(ed|es)|complaints?|blocked|crash(es|ed)?|disputes?|refunds?|refunded|overdue|unreachable|unhealthy|unavailable|violations?|timeouts?|retried|blacklisted|spam|infected|deleted|removed|deletions|removals)$/
const finished =
  /^(finished|completed?|completions?|processed|done|succeeded|success(es|ful)?|passed|delivered|deliveries|imported|exported|approved|accepted|uploaded|downloaded|synced|migrated|checked|responded|responses?|paid|shipped|fulfilled|opened|opens|clicked|clicks|redeemed|redemptions)$/
const waiting = /^(pending|queued|waiting|unprocessed|outstanding|in_progress|running|started)$/

/** What happened to some of them: `created` of `created_vm_count`. Not what was requested, which is there before. */
const happened = /^(?!need|speed|feed|seed|breed|embed)([a-z]{3,}ed|taken|written|given|chosen|seen|broken|sent|built)$/
const asked =
  /^(request|order|plan|schedul|expect|estimat|requir|allow|includ|desir|target|limit|submit|receiv|queu|invit|assign|reserv|book|unus|unassign|add|sign|regist|attach|relat|select|tagg|cover|ask|need|advertis|remain|combin|propos|rat|unit|comput)/

/** What a scan or a query finds. */
const found =
  /^(highs?|mediums?|lows?|criticals?|findings?|vulnerabilit(y|ies)|vulns?|detections?|detected|matches|hits|results?|threats?|violations?|found)$/

const hasFound = (words: readonly string[]): boolean => words.some((word) => found.test(word))

const hasHappened = (words: readonly string[]): boolean =>
  words.some((word) => finished.test(word) || (happened.test(word) && !asked.test(word)))

/** A limit of errors does not count them. */
const isConfigured = /(^|_)(max|maximum|min|minimum|limit|threshold|allowed|code|rate|per|timeout|retention)(_|$)/

export const agreeCounts: AgreeingStep = (object, names) => {
  const { values, isFree, owner } = object
  const phase = phaseOfState(stateOf(object, names))
  const isProcess = processName.test(snakeCase(owner))
  const counts = [...names].flatMap(([name, { snake, isCount }]) => {
    const value = values.get(name)
    const isNumber =
      (typeof value === 'number' && value < 1e8) || (typeof value === 'string' && /^\d{1,8}$/.test(value))
    const quantity = isCount && isNumber && !isConfigured.test(snake) ? readQuantity(snake) : undefined
    return quantity && !quantity.isMeasure ? [{ name, words: snake.split('_'), quantity }] : []
  })
  const set = (name: string, count: number): void => {
    if (isFree(name)) values.set(name, typeof values.get(name) === 'string' ? String(count) : count)
  }
  // Only what waits is in a queue.
  if (phase !== undefined && phase !== 'open')
    for (const { name, snake } of names.values())
      if (/^(queue_?position|position_in_queue)$/.test(snake) && typeof values.get(name) === 'number') set(name, 0)
  for (const { name, words, quantity } of counts) {
    const about = words.find((word) => troubled.test(word))
    if (about !== undefined && phase !== 'failed' && !owner.toLowerCase().includes(about.slice(0, 5))) set(name, 0)
    else if (
      phase === 'open' &&
      !quantity.isRest &&
      (words.includes('running') || hasHappened(words) || (isProcess && hasFound(words)))
    )
      set(name, 0)
    else if (phase === 'done' && words.some((word) => waiting.test(word)) && !quantity.isWhole) set(name, 0)
    else if ((phase === 'done' || phase === 'active') && hasHappened(words) && !quantity.isWhole) {
      const rest = quantity.words.filter((word) => !finished.test(word) && !happened.test(word)).join(' ')
      const whole = counts.find(
        (one) =>
          one.name !== name &&
          (one.quantity.isWhole || one.words.join('_') === 'count') &&
          one.quantity.words.join(' ') === rest,
      )
      const all = whole === undefined ? undefined : Number(values.get(whole.name))
      if (all === undefined) continue
      if (phase === 'done' && /finish|complet|process|done|pass|check|succe/.test(name.toLowerCase())) set(name, all)
      // What is under way has not done all.
      if (phase === 'active' && Number(values.get(name)) >= all) set(name, Math.floor(all / 2))
    }
  }
}
