/**
 * Makes the flags of one object agree: with their opposites, with its state, and with the lists that they are about.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { memoizeNames } from '../values/memoize.ts'
import { isPast } from './agree-events.ts'
import { stateOf } from './agree-states.ts'
import { type Agreeable, type AgreeingStep, findName, hasName, type Names } from './agreeable.ts'
import type { NameFacts } from './name-facts.ts'
import { phaseOfState } from './phases.ts'
import { snakeCase } from './record-subject.ts'
import { isInitialState, isOffState, isOfStem, isOnState, isOpenState, stemOf } from './states.ts'

/** Words of a name without `is`, `was` and `has`. */
const plainOf = memoizeNames((snake: string): string => snake.replace(/^(is|was|has|has_been)_/, ''))

const opposites: readonly (readonly [string, string])[] = [
  ['public', 'private'],
  ['enabled', 'disabled'],
  ['open', 'closed'],
  ['online', 'offline'],
  ['visible', 'hidden'],
  ['active', 'inactive'],
  ['unlocked', 'locked'],
  ['read', 'unread'],
  ['valid', 'invalid'],
  ['internal', 'external'],
  ['free', 'paid'],
  ['income', 'expense'],
  ['credit', 'debit'],
  ['incoming', 'outgoing'],
  ['inbound', 'outbound'],
  ['buy', 'sell'],
  ['new', 'used'],
  ['manual', 'automatic'],
  ['writable', 'read_only'],
  ['required', 'optional'],
  ['male', 'female'],
]
const opposing = new RegExp(`(^|_)(${opposites.map(([, other]) => other).join('|')}|visibility|privacy|access)$`)

/** `unverified`, `not_started` and `disconnected`. */
const negated = /^(?:un|in|dis|non_?|not_?)(?=[a-z]{4})/

export const mayOppose = (snake: string): boolean => opposing.test(snake) || negated.test(plainOf(snake))

export const opposeFlags: AgreeingStep = ({ values, isFree }, names) => {
  const flags = new Map<string, string>()
  for (const { name, snake } of names.values()) {
    const plain = typeof values.get(name) === 'boolean' ? plainOf(snake) : undefined
    if (plain !== undefined && !flags.has(plain)) flags.set(plain, name)
  }
  const seen = findName(names, (_, { snake }) => /^(visibility|privacy|access)$/.test(snake))
  for (const [one, other] of opposites) {
    const [first, second] = [flags.get(one), flags.get(other)]
    const shown = one === 'public' && seen !== undefined ? values.get(seen) : undefined
    if (shown === 'public' || shown === 'private') {
      if (first !== undefined && isFree(first)) values.set(first, shown === 'public')
      if (second !== undefined && isFree(second)) values.set(second, shown === 'private')
    } else if (first !== undefined && second !== undefined && isFree(second)) values.set(second, !values.get(first))
  }
  for (const { name, snake } of names.values()) {
    if (typeof values.get(name) !== 'boolean') continue
    const plain = plainOf(snake)
    const opposed = negated.test(plain) ? flags.get(plain.replace(negated, '')) : undefined
    if (opposed !== undefined && isFree(name)) values.set(name, !values.get(opposed))
  }
}

/** What happens to one thing, in this order: what is accepted was sent. */
const stages: readonly (readonly RegExp[])[] = [
  [/^(sent|e?mailed)$/, /^(delivered|received)$/, /^(opened|read|viewed|seen)$/, /^(clicked|answered|replied)$/],
  [/^(sent|e?mailed)$/, /^(accepted|signed)$/],
  [/^(dispatched|shipped)$/, /^(delivered|received)$/],
  [/^started$/, /^(finished|completed|ended)$/],
  [/^(submitted|requested)$/, /^approved$/, /^(published|executed|merged)$/],
]

/** How far along each order a flag is; -1: it is not part of it. */
const ranksOf = memoizeNames((snake: string): readonly number[] =>
  stages.map((order) => order.findIndex((stage) => stage.test(plainOf(snake)))),
)

export const isStage = (snake: string): boolean => ranksOf(snake).some((rank) => rank !== -1)

/** What is accepted has been sent, and what is finished has been started. */
export const agreeStages: AgreeingStep = ({ values, isFree }, names) => {
  for (const order of stages.keys()) {
    const reached = [...names].flatMap(([name, { snake }]) => {
      const at = typeof values.get(name) === 'boolean' ? (ranksOf(snake)[order] ?? -1) : -1
      return at === -1 ? [] : [{ name, at }]
    })
    const last = Math.max(-1, ...reached.filter(({ name }) => values.get(name) === true).map(({ at }) => at))
    for (const { name, at } of reached) if (at < last && isFree(name)) values.set(name, true)
    const first = Math.min(...reached.filter(({ name }) => values.get(name) === false).map(({ at }) => at))
    for (const { name, at } of reached) if (at > first && isFree(name)) values.set(name, false)
  }
}

const severe = /^(?:(?:hard|permanent|admin)_(\w+)|(?:forced|permanently|manually|automatically|globally)_(\w+ed))$/
const reading = ['read', 'view', 'list', 'see', 'access'] as const
const changing = /(^|_)(write|edit|update|modify|delete|manage|admin|administer)(?=_|$)/
/** Who may do everything may change things, but not everybody who may change them is one. */
const governing = /(^|_)(admin|administer)(?=_|$)/

/** Flags of which one is part of another one: `hard_lock` and `locked`, `acl_write` and `acl_read`. */
export const mayImply = (snake: string): boolean => severe.test(snake) || changing.test(snake)

/** What is locked by an administrator is locked, and who may write may read. */
export const implyFlags: AgreeingStep = ({ values, isFree }, names) => {
  const bySnake = new Map([...names].map(([name, { snake }]) => [snake, name]))
  for (const { name, snake, flag } of names.values()) {
    if (values.get(name) !== true) continue
    const [, hard, done] = severe.exec(snake) ?? []
    const part = hard ?? done
    const whole =
      part === undefined
        ? undefined
        : findName(
            names,
            (one, facts) => one !== name && facts.flag === stemOf(part) && typeof values.get(one) === 'boolean',
          )
    // Most things are neither.
    if (whole !== undefined && flag !== '' && values.get(whole) === false) {
      if (isFree(name)) values.set(name, false)
      else if (isFree(whole)) values.set(whole, true)
    }
    if (!changing.test(snake)) continue
    for (const word of governing.test(snake) ? [...reading, 'write', 'edit'] : reading) {
      const other = bySnake.get(snake.replace(changing, `$1${word}`))
      if (other !== undefined && typeof values.get(other) === 'boolean' && isFree(other)) values.set(other, true)
    }
  }
}

const rolesOf: readonly (readonly [role: RegExp, may: (action: string) => boolean])[] = [
  [
    /^(viewer|reader|read_?only|guest|observer|auditor)s?$/i,
    (action) => /^(read|view|list|see|access|get|show|download)$/.test(action),
  ],
  [/^(super_?)?(admin|administrator|owner)s?$/i, () => true],
  [/^(view|read)[ _-]?only$/i, (action) => /^(read|view|list|see|access|get|show)$/.test(action)],
  [/^download[ _-]?only$/i, (action) => /^(read|view|list|see|access|get|show|download)$/.test(action)],
  [/^upload[ _-]?only$/i, (action) => action === 'upload'],
]

/** What a flag of a permission allows: `edit` of `can_edit_roles`. */
const actionName =
  /(?:^|_)(read|view|list|see|access|get|show|write|edit|create|add|update|modify|delete|remove|manage|admin|publish|approve|invite|upload|download)(?:_|$)/

/** What is not allowed. */
const restriction =
  /_only$|^_?(pending|awaiting|read_?only|disable|restrict|deny|cannot|no|not|block|prevent|prohibit|require|hide|skip)(_|$)/

const permissionsName = /(^|_)(permissions?|rights|privileges|abilities|capabilities|grants|access_mode)$/

export const roleName = /^(name|role(_name)?|title|(access|permission|rights)_(description|name|label|level))$/

/** A viewer may read, but not edit. */
export const grantByRole: AgreeingStep = ({ values, isFree, isFreeIn, readName }, names) => {
  const held = [...names].filter(([name, { snake }]) => permissionsName.test(snake) && isJsonObject(values.get(name)))
  for (const { name, snake } of names.values()) {
    const own = values.get(name)
    if (!roleName.test(snake) || typeof own !== 'string') continue
    const [, may] = rolesOf.find(([role]) => role.test(own)) ?? []
    if (!may) continue
    const isAllowed = (flag: string): boolean | undefined => {
      const { snake: own } = readName(flag)
      const [, action] = restriction.test(own) ? [] : (actionName.exec(own) ?? [])
      return action === undefined ? undefined : may(action)
    }
    for (const flag of names.keys()) {
      const allowed = typeof values.get(flag) === 'boolean' && isFree(flag) ? isAllowed(flag) : undefined
      if (allowed !== undefined) values.set(flag, allowed)
    }
    for (const [list] of held) {
      const flags = Object.entries(values.get(list) ?? {}).map(([flag, value]): readonly [string, Json] => [
        flag,
        (typeof value === 'boolean' && isFreeIn(list, flag) ? isAllowed(flag) : undefined) ?? value,
      ])
      values.set(list, Object.fromEntries(flags))
    }
  }
}

/** Who may do more, the others first. */
const ranks =
  'anonymous visitor guest public viewer reader follower subscriber user member contributor editor moderator manager admin owner'.split(
    ' ',
  )
const rights = 'none no_access hidden read view comment write edit manage admin owner full'.split(' ')

export const rankedName = /^(\w+?)_(access|permission|permissions|rights?|role)$/

/** Editors may do at least what visitors may. */
export const rankRights: AgreeingStep = ({ values, membersOf, isFree }, names) => {
  const found = [...names]
    .flatMap(([name, { snake }]) => {
      const [, who = ''] = rankedName.exec(snake) ?? []
      const value = values.get(name)
      const [rank, right] = [ranks.indexOf(who), typeof value === 'string' ? rights.indexOf(snakeCase(value)) : -1]
      const isOpen = isFree(name) || membersOf(name).length > 0
      return rank === -1 || right === -1 || value === undefined || !isOpen ? [] : [{ name, rank, right, value }]
    })
    .sort((one, other) => one.rank - other.rank)
  const ordered = [...found].sort((one, other) => one.right - other.right)
  const fits = ({ name }: { readonly name: string }, value: Json): boolean =>
    membersOf(name).length === 0 || membersOf(name).includes(value)
  if (found.every((one, index) => fits(one, ordered[index]?.value ?? null)))
    for (const [index, { name }] of found.entries()) values.set(name, ordered[index]?.value ?? null)
}

const partOfSwitch = /^(?!is_|has_|was_|can_)([a-z]+)_\w+_(on|enabled|open|active)$/
export const isPartOfSwitch = (snake: string): boolean => partOfSwitch.test(snake)

/** All phases of what is switched off are off. */
export const switchParts: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, snake } of names.values()) {
    const [, about, state] = partOfSwitch.exec(snake) ?? []
    const whole = about === undefined ? undefined : findName(names, (_, facts) => facts.snake === `${about}_${state}`)
    const on = whole === undefined ? undefined : values.get(whole)
    if (on === false && typeof values.get(name) === 'boolean' && isFree(name)) values.set(name, false)
  }
}

/** Flags that may be changed. */
const freeFlags = ({ values, isFree }: Agreeable, names: Names): readonly (readonly [string, NameFacts])[] =>
  [...names].filter(([name]) => typeof values.get(name) === 'boolean' && isFree(name))

/** `is_admin` beside `type: user`, which may also be `admin`. */
export const agreeFlagsWithKind: AgreeingStep = (object, names) => {
  const { values, membersOf } = object
  const flags = freeFlags(object, names)
  if (flags.length === 0) return
  for (const { name: kind, snake, stateRank } of names.values()) {
    const own = values.get(kind)
    if ((!kindOf.test(snake) && stateRank === undefined) || typeof own !== 'string') continue
    const members = membersOf(kind).flatMap((member) => (typeof member === 'string' ? [snakeCase(member)] : []))
    for (const [name, facts] of flags) {
      const flag = plainOf(facts.snake)
      if (members.includes(flag)) values.set(name, flag === snakeCase(own))
    }
  }
}
export const kindOf = /(^|_)(type|kind|role|mode|direction|side|visibility|privacy|access|level)$/

/** A day that opens at nine and closes at five is not closed. */
export const openName = /^(is_)?open$/
export const openWithHours: AgreeingStep = ({ values, isFree }, names) => {
  const hasTime = (pattern: RegExp): boolean =>
    hasName(names, (name, { snake }) => pattern.test(snake) && typeof values.get(name) !== 'boolean')
  if (!hasTime(/^(start|opens?|opening)(_time|_hour)?$/) || !hasTime(/^(end|closes?|closing)(_time|_hour)?$/)) return
  for (const { name, snake } of names.values())
    if (openName.test(snake) && values.get(name) === false && isFree(name)) values.set(name, true)
}

/** What is not open is not open around the clock. */
export const closeAlways: AgreeingStep = ({ values, isFree }, names) => {
  const isClosed = hasName(names, (name, { snake }) => plainOf(snake) === 'open' && values.get(name) === false)
  // Neither does what closes at five.
  const hasHours = hasName(
    names,
    (name, { snake }) => /^(end|closes?|closing)(_time|_hour)?$/.test(snake) && values.has(name),
  )
  if (!isClosed && !hasHours) return
  for (const { name, snake } of names.values())
    if (alwaysOpenName.test(snake) && values.get(name) === true && isFree(name)) values.set(name, false)
}

export const alwaysOpenName = /^(is_?|open_?)?(24_?(hours?|h|7|x7)|always_?open|all_?day)$/

/** Flags that are on or off as the state is: `enabled` beside `status: active`. */
export const onName =
  /^(is_|was_|currently_)?(active|enabled|online|running|live|connected|operational|working|up|alive|activated)$/

const troubled = /^(cancel|fail|archiv|delet|expir|suspend|reject|revok|disabl|block|ban|inactiv)$/
const expires = /^expir\w*(_(at|on|date|time|timestamp))+$/
const ended = /^(complet|finish|clos|deliver|resolv|cancel|fail|reject)$/

/** What a record is only after it has begun. */
const later = /^(publish|approv|accept|confirm|paid|sent|ship|process|verif|liv|activ|start|sign|releas)$/

/** The members of `/collaborators/inactive` are inactive. */
const stateInOwner = (owner: string): string | undefined => {
  const last = owner.split(/[^A-Za-z]+/).at(-1) ?? ''
  return /^(in)?active$|^(disabled|archived|deleted|expired|suspended|terminated)$/i.test(last) ? last : undefined
}

/** `cancelled` is false beside `status: active`, and true beside `status: canceled`. */
export const agreeFlagsWithState: AgreeingStep = (object, names) => {
  const { values, isFree, owner } = object
  const state = stateOf(object, names) ?? stateInOwner(owner)
  if (state === undefined) return
  const own = stemOf(state)
  for (const { name, flag, snake } of names.values()) {
    if (typeof values.get(name) !== 'boolean' || !isFree(name)) continue
    if (flag === own) values.set(name, true)
    // What has begun was ready.
    else if (/^(is_)?ready(_to_\w+|_for_\w+)?$/.test(snake) && /^(active|done)$/.test(phaseOfState(state) ?? ''))
      values.set(name, true)
    else if (onName.test(snake) && (isOnState(state) || isOffState(state))) values.set(name, isOnState(state))
    // What lives for minutes may be processed, and expired since.
    else if (
      flag === 'expir' &&
      hasName(names, (other, facts) => expires.test(facts.snake) && isPast(values.get(other)))
    )
      continue
    else if (troubled.test(flag) || (ended.test(flag) && isOpenState(state))) values.set(name, false)
    else if (later.test(flag) && isInitialState(state)) values.set(name, false)
    else if (/^(activ|enabl)$/.test(flag) && (troubled.test(own) || /^(clos|terminat)/.test(own)))
      values.set(name, false)
  }
}

/** What has an invoice is invoiced: `invoice` of `invoice_id`. */
const referredBy = memoizeNames(
  (snake: string): string | undefined =>
    /^(?!block|archive|lock|report|ban|delete)([a-z]{4,})_(?:id|idfk|uuid|number)(?:_fk)?$/.exec(snake)?.[1],
)

interface FlaggedPart {
  readonly held: Json
  readonly listed: string
  readonly stem: string
}

/** `has_attachments` beside `attachments`, and `repeats` beside `repeat`. */
export const agreeFlagsWithParts: AgreeingStep = (object, names) => {
  const { values, readName } = object
  const flags = freeFlags(object, names)
  if (flags.length === 0) return
  const parts: FlaggedPart[] = []
  for (const { name, snake, listed } of names.values()) {
    const held = values.get(name)
    const about = referredBy(snake)
    if (about !== undefined && held !== undefined && typeof held !== 'object') {
      if (held !== '' && held !== 0) parts.push({ held: {}, listed: '', stem: stemOf(about) })
    } else if (typeof held === 'object') parts.push({ held, listed, stem: stemOf(snake) })
  }
  if (parts.length === 0) return
  for (const [name, { snake, flag }] of flags) {
    const [, part] = /^has_(\w+)$/.exec(snake) ?? []
    const wanted = part === undefined ? undefined : readName(part).listed
    const found = parts.find(({ held, listed, stem }) =>
      wanted === undefined
        ? held !== null && (listed === '' ? flag === stem && /ed$/.test(snake) : isOfStem(flag, stem))
        : listed === wanted,
    )
    if (found) values.set(name, isJsonArray(found.held) ? found.held.length > 0 : found.held !== null)
  }
}

/** `has_more` beside `next_cursor`. */
export const moreName = /^has_(more|next)(_|$)/
export const agreeMore: AgreeingStep = ({ values, isFree }, names) => {
  const hasNext = hasName(names, (name, { snake }) => /^next(_|$)/.test(snake) && Boolean(values.get(name)))
  for (const { name, snake } of names.values())
    if (moreName.test(snake) && typeof values.get(name) === 'boolean' && isFree(name)) values.set(name, hasNext)
}
