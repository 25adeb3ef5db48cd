/**
 * Effects: what changes of a sandbox are stored as. An effect is the result of a change, not the request for it, so the
 * same effects always lead to the same state. Written as JSON; integers keep all their digits.
 */
import type { IdempotentResponse } from '../behaviours/idempotency/idempotent-responses.ts'
import { parseJsonText, stringifyJson } from '../contract/values/json-text.ts'
import type { JsonObject } from '../ports.ts'
import type { Sequence } from '../store/id-sequence.ts'
import type { Hold, RecordId, StoredRecord } from '../store/store.ts'
import type { OutboxEffect } from '../webhooks/outbox/delivery.ts'
import type { ClockMode } from './clock.ts'
import type { Key } from './keys.ts'

/** How a sandbox came to be. It decides how long the sandbox may stay unused. */
export type Origin = 'start' | 'first-use' | 'request'

/** What a sandbox is created with. */
export interface Creation {
  readonly id: string
  readonly origin: Origin
  readonly fixtures: string | undefined
  /** Digest of the fixture records that the sandbox starts with. */
  readonly base: string
  readonly scenarios: readonly string[]
  readonly clock: ClockMode
  readonly ttl: number | undefined
  readonly initialKey: Key | undefined
}

/** Members of the state that are replaced as a whole. */
export interface StateChange {
  readonly clock?: ClockMode
  readonly scenarios?: readonly string[]
  readonly counters?: {
    readonly calls: readonly (readonly [string, number])[]
    readonly windows: readonly (readonly [string, { readonly startedAt: number; readonly used: number }])[]
    readonly draws: number
  }
  readonly holdPeriods?: { readonly current: number; readonly ends: readonly (readonly [number, number])[] }
}

/** The records that an effect is about: the sandbox's own, or those of a scenario with records of its own. */
interface InStore {
  readonly scenario?: string | undefined
}

export type Effect =
  /** The first effect of a log that starts from nothing. */
  | ({ readonly kind: 'created'; readonly format: number } & Creation)
  /** In the first entry of a log that starts from another one: the state as it is now is what the sandbox starts with. */
  | ({ readonly kind: 'forked'; readonly format: number } & Creation)
  /** The end of what one request changed. */
  | { readonly kind: 'commit' }
  /** How many commits there were. The earlier ones are not in this log. */
  | { readonly kind: 'position'; readonly position: number }
  /** What undoes the change that led to a position. The latest comes first. */
  | { readonly kind: 'undo'; readonly position: number; readonly effects: readonly Effect[] }
  | ({ readonly kind: 'put'; readonly resource: string; readonly record: StoredRecord } & InStore)
  | ({ readonly kind: 'remove'; readonly resource: string; readonly id: RecordId } & InStore)
  | ({ readonly kind: 'sequence'; readonly resource: string; readonly sequence: Sequence } & InStore)
  /** The records are those of the edited fixtures. */
  | { readonly kind: 'use-fixtures'; readonly base: string }
  /** A scenario gets records of its own. They follow. */
  | { readonly kind: 'open-store'; readonly scenario: string }
  /** A scenario has no records of its own any more. */
  | { readonly kind: 'close-store'; readonly scenario: string }
  | { readonly kind: 'state'; readonly change: StateChange }
  /** Without a response: it was discarded. */
  | { readonly kind: 'response'; readonly place: string; readonly response?: IdempotentResponse | undefined }
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'remove-key'; readonly key: string }
  /** `base` are the fixture records that the sandbox starts with, if it was not forked. */
  | { readonly kind: 'reset'; readonly base: string }
  | { readonly kind: 'take-snapshot'; readonly name: string; readonly at: number }
  | { readonly kind: 'restore-snapshot'; readonly name: string }
  | { readonly kind: 'delete-snapshot'; readonly name: string }
  /** The state as it is now is the one that a reset returns to. */
  | { readonly kind: 'set-initial-state' }
  | OutboxEffect

/** The effects that a log begins with. */
export type Beginning = Extract<Effect, { readonly kind: 'created' | 'forked' }>

export const isBeginning = (effect: Effect): effect is Beginning =>
  effect.kind === 'created' || effect.kind === 'forked'

/** The format of effects that this version writes. It reads this one and older ones. */
export const effectFormat = 1

/** Effects as the text of one log entry. */
export const writeEffects = (effects: readonly Effect[]): string => `[${effects.map(writeEffect).join(',\n')}]`

const writeEffect = (effect: Effect): string => {
  if (effect.kind === 'undo')
    return `{"kind":"undo","position":${effect.position},"effects":${writeEffects(effect.effects)}}`
  if (effect.kind !== 'put') return stringifyJson(effect)
  const { kind, resource, scenario, record } = effect
  const { id, json, madeAt, hold, scope, order } = record
  const facts = stringifyJson({ kind, resource, scenario, id, madeAt, hold, scope, order })
  // The record's own text is embedded as it is; a deleted one that leaves a trace has none.
  return json === '' ? facts : `${facts.slice(0, -1)},"value":${json}}`
}

interface WrittenPut extends InStore {
  readonly kind: 'put'
  readonly resource: string
  readonly id: RecordId
  readonly madeAt: number
  readonly hold?: Hold
  readonly scope?: string
  readonly order?: number | bigint
  readonly value?: JsonObject
}

/**
 * The effects of one log entry. The log's checksum has shown that the text is what was written, so its parts are not
 * checked again. Throws JsonTextError.
 */
export const readEffects = (text: string): readonly Effect[] => {
  return (parseJsonText(text).exact as unknown as readonly WrittenEffect[]).map(readEffect)
}

type WrittenEffect = Exclude<Effect, { readonly kind: 'put' }> | WrittenPut

const readEffect = (written: WrittenEffect): Effect => {
  if (written.kind === 'put') return readPut(written)
  return written.kind === 'undo'
    ? { ...written, effects: (written.effects as readonly WrittenEffect[]).map(readEffect) }
    : written
}

const readPut = ({ kind, resource, scenario, value, ...facts }: WrittenPut): Effect => ({
  kind,
  resource,
  scenario,
  record: { ...facts, value: value ?? {}, json: value === undefined ? '' : stringifyJson(value) },
})
