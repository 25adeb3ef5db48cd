/**
 * Makes properties agree that say the same thing twice: `label_id` and `label.id`, `employee_count` and `number_of_employees`,
 * `end_date` and `end_date_utc`.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { memoizeNames } from '../values/memoize.ts'
import { type Agreeable, type AgreeingStep, findName, findText, hasName, type Names } from './agreeable.ts'
import { areNeutral, fullNameOf } from './known-words.ts'
import { momentOf, writeMoment } from './moments.ts'
import type { ReadName } from './name-facts.ts'
import { singularName } from './property-names.ts'
import { namesThing, snakeCase } from './record-subject.ts'
import { words } from './words.ts'

const isTime = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d/.test(value)

/** `end_date_utc` is the moment of `end_date`. */
export const repeatTimes = ({ values, isFree }: Agreeable, names: Names): void => {
  for (const { name, inUtc } of names.values()) {
    if (inUtc === undefined) continue
    const other = findName(names, (_, { snake }) => snake === inUtc)
    const [own, same] = [values.get(name), other === undefined ? undefined : values.get(other)]
    if (!isTime(own) || !isTime(same) || !isFree(name)) continue
    values.set(name, own.length === same.length ? same : same.slice(0, 10) + own.slice(10))
  }
}

const localName = /^(\w+)_local(_time)?$/

/** `start_time_local` is the moment of `start_time_utc` on the clock of the zone beside it. */
export const shiftLocal: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const zone = findText(object, names, /(^|_)time_?zone(_(id|name))?$/, /^(UTC|[A-Z]\w+\/\w+)/)?.[1]
  const offset = zone === undefined ? undefined : offsetOf(zone)
  if (offset === undefined) return
  for (const { name, snake } of names.values()) {
    const [, about] = localName.exec(snake) ?? []
    const other = findName(names, (_, facts) => facts.inUtc === about && about !== undefined)
    const [own, moment] = [values.get(name), momentOf(other === undefined ? undefined : values.get(other))]
    if (own === undefined || moment === undefined || !isFree(name)) continue
    const local = writeMoment(own, moment + offset(moment))
    if (local !== undefined) values.set(name, local)
  }
}

/** By how many seconds the clocks of a zone are ahead; undefined if there is no such zone. */
const offsetOf = memoizeNames((zone: string): ((moment: number) => number) | undefined => {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    return (moment) => {
      const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(moment * 1000)) ?? []
      return (Number(hours) * 3600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1)
    }
  } catch {
    return undefined
  }
})

export const timeOfDay = /^(\w+_)?time$/

/** `start_time` is on the day of `start_date`. */
export const alignDays = ({ values, isFree }: Agreeable, names: Names): void => {
  for (const { name, snake } of names.values()) {
    if (!timeOfDay.test(snake) || !isFree(name)) continue
    const date = findName(names, (_, facts) => facts.snake === snake.replace(/time$/, 'date'))
    const [own, day] = [values.get(name), date === undefined ? undefined : values.get(date)]
    if (!isTime(day)) continue
    if (isTime(own)) values.set(name, day.slice(0, 10) + own.slice(10))
    const start = Date.parse(day.slice(0, 10))
    if (typeof own !== 'number' || own < 1e9 || Number.isNaN(start)) continue
    const unit = own > 1e11 ? 1 : 1000
    values.set(name, start / unit + (own % (86_400_000 / unit)))
  }
}

/** `label_id` repeats the id of `label`, and `label_name` its name; `artist_name` that of the first of `artists`. */
export const repeatParts = ({ values, isFree, readName }: Agreeable, names: Names): void => {
  for (const facts of names.values()) {
    const { name } = facts
    const held = values.get(name)
    const part = isJsonArray(held) ? held[0] : held
    const snake = isJsonArray(held) ? facts.listed : facts.snake
    if (!isJsonObject(part)) continue
    const copies = [...names].filter((one) => one[1].snake.startsWith(`${snake}_`))
    if (copies.length === 0) continue
    for (const [inner, value] of [...Object.entries(part), ...nameInParts(part, readName)]) {
      if (typeof value !== 'string' && typeof value !== 'number') continue
      const own = readName(inner).snake
      const wanted = [
        `${snake}_${own}`,
        ...(own.startsWith(`${snake}_`) ? [own] : []),
        ...(/^(user_?|full_?|display_?|login_?)name$/.test(own) ? [`${snake}_name`] : []),
      ]
      const [copy] = copies.find((one) => wanted.includes(one[1].snake)) ?? []
      if (copy !== undefined && typeof values.get(copy) === typeof value && isFree(copy)) values.set(copy, value)
    }
  }
}

/** The name of a person whose object has only its parts. */
const nameInParts = (part: JsonObject, readName: ReadName): readonly (readonly [string, string])[] => {
  const find = (pattern: RegExp): Json | undefined =>
    Object.entries(part).find(([name]) => pattern.test(readName(name).snake))?.[1]
  const [first, last] = [find(/^(first|given)_?name$/), find(/^(last_?name|family_?name|surname)$/)]
  return typeof first === 'string' && typeof last === 'string' && find(/^(full_?|display_?)?name$/) === undefined
    ? [['full_name', `${first} ${last}`]]
    : []
}

/** A thing has one title: `name` and `title`. */
export const repeatTitle: AgreeingStep = ({ values, isFree }, names) => {
  const find = (pattern: RegExp): string | undefined =>
    findName(names, (name, { snake }) => pattern.test(snake) && typeof values.get(name) === 'string' && isFree(name))
  const [name, title] = [find(/^name$/), find(titleName)]
  const own = name === undefined ? '' : String(values.get(name))
  // Beside the name of a person it is that of a post.
  if (title !== undefined && isTitle(values.get(title)) && /^\p{Lu}\p{Ll}+ \p{Ll}+$/u.test(own)) values.set(title, own)
  for (const { name: other, snake } of names.values()) {
    const plain = formOfTitle.test(snake) && isFree(other) ? find(/^title$/) : undefined
    if (plain !== undefined && isTitle(values.get(other)) && isTitle(values.get(plain)))
      values.set(other, values.get(plain) ?? null)
  }
}

const formOfTitle = /^(short|long|full|display|extended|formatted|sort|complete)_?title$/

export const titleName = /^(title|headline|heading)$/

const isTitle = (value: Json | undefined): boolean => words.titles.some((title) => title === value)

export const secondName = /^(full|long|display)_?name$|\w_name$/

/** How names are written that have no two forms: those of a thing, of an image of software, of a host or a file. */
const forms: readonly RegExp[] = [/^\p{L}\S* \S/u, /^[a-z][\w./-]*:[\w.-]+$/, /^[\w-]+(\.[\w-]+)+$/]

/** `full_name` beside `name`, and `image_name` beside `image`, unless they are those of a person. */
export const repeatName: AgreeingStep = ({ values, isFree }, names) => {
  if (hasName(names, (_, { snake }) => /^(first|last|given|family)_?name$/.test(snake))) return
  for (const { name, snake } of names.values()) {
    const about = /^(full|long|display)_?name$/.test(snake) ? 'name' : snake.replace(/_name$/, '')
    const plain = about === snake ? undefined : findName(names, (_, facts) => facts.snake === about)
    const [own, same] = [values.get(name), plain === undefined ? undefined : values.get(plain)]
    if (typeof own !== 'string' || typeof same !== 'string' || !isFree(name)) continue
    const possible = about === 'name' ? forms : forms.slice(1)
    if (possible.some((form) => form.test(own) && form.test(same))) values.set(name, same)
  }
}

/** How an item of a list writes what the list is of: `emails: [{ value }]`. */
const ownValue = /^(value|address|number|name|email|phone|url|code)$/

const writtenIn = (item: Json | undefined, snake: string, readName: ReadName): Json | undefined => {
  if (!isJsonObject(item)) return item
  const entries = Object.entries(item).map(([name, value]) => [readName(name).snake, value] as const)
  const [, own] = entries.find(([name]) => name === snake) ?? entries.find(([name]) => ownValue.test(name)) ?? []
  return own
}

/** `email` is the first of `emails`. */
export const repeatFirst: AgreeingStep = ({ values, isFree, membersOf, readName }, names) => {
  for (const [list, facts] of names) {
    const held = values.get(list)
    if (!isJsonArray(held)) continue
    const one = singularName(facts.snake)
    const name = findName(names, (_, { snake }) => snake !== facts.snake && snake.replace(first, '') === one)
    const own = name === undefined ? undefined : values.get(name)
    const same = writtenIn(held[0], one, readName)
    if (name === undefined || typeof own !== 'string' || typeof same !== 'string' || own === same) continue
    if (isFree(name) || membersOf(name).includes(same)) values.set(name, same)
    else if (typeof held[0] === 'string' && isFree(list))
      values.set(list, [own, ...held.slice(1).filter((item) => item !== own)])
  }
}

const first = /^(primary|main|first|default|newest|latest|preferred|current|selected)_/

/** `translator_name` beside `translator_email`. */
export const nameByEmail: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, snake } of names.values()) {
    const [, role] = /^(\w+?)_(?:full_|display_)?name$/.exec(snake) ?? []
    const own = values.get(name)
    if (role === undefined || namesThing(role) || typeof own !== 'string' || !isFree(name)) continue
    const email = findName(names, (_, facts) => facts.snake.replace(/_?(address)?$/, '') === `${role}_email`)
    const [, one = '', other = ''] = /^([a-z]+)\.([a-z]+)@/.exec(String(values.get(email ?? '') ?? '')) ?? []
    const person = fullNameOf(one, other)
    if (/^\p{Lu}\p{Ll}+ \p{Ll}+$/u.test(own) && person !== undefined) values.set(name, person)
  }
}

export const shownName = /^(display|nick|screen|preferred|public)_?name$/

/** A plain `display_name` beside the login or the email of a person is the login. */
export const showLogin: AgreeingStep = ({ values, isFree }, names) => {
  const [login] = [...names].flatMap(([name, { snake }]) => {
    const isOwn = /^(user_?name|login|e_?mail(_?address)?|(primary|work|login)_?e_?mail(_?address)?)$/.test(snake)
    const [, one = '', other = ''] =
      (isOwn ? /^([a-z]+)[._]([a-z]+)(?:@|$)/.exec(String(values.get(name))) : null) ?? []
    return fullNameOf(one, other) === undefined ? [] : [`${one}.${other}`]
  })
  if (login === undefined) return
  for (const { name, snake } of names.values())
    if (shownName.test(snake) && isFree(name) && isPlainSlug(values.get(name))) values.set(name, login)
}

/** Two words that mean nothing. */
const isPlainSlug = (value: Json | undefined): boolean => typeof value === 'string' && areNeutral(value.split('-'))

export const personInfo = /^(user|person|member|customer|account)_info$/

/** `user_info.id` is the id of the user around it. */
export const repeatId = ({ values }: Agreeable, names: Names): void => {
  const own = values.get('id')
  for (const { name, snake } of names.values()) {
    const part = values.get(name)
    if (!personInfo.test(snake) || !isJsonObject(part)) continue
    if (own !== undefined && typeof part.id === typeof own) values.set(name, { ...part, id: own })
  }
}

export const houseNumberName = /^(house|building|street)_?(number|no|nr)(_or_name)?$/

/** A house that is a number in itself has the one of the address beside it. */
const numberHouse = ({ values, isFree }: Pick<Agreeable, 'values' | 'isFree'>, names: Names): void => {
  const [line] = [...names].flatMap(([name, { snake }]) => {
    const [, number] = /(^|_)(address|street|line_?1)(_?1)?$/.test(snake)
      ? (/^(\d+) /.exec(String(values.get(name))) ?? [])
      : []
    return number === undefined ? [] : [Number(number)]
  })
  if (line === undefined) return
  for (const { name, snake } of names.values())
    if (houseNumberName.test(snake) && typeof values.get(name) === 'number' && isFree(name)) values.set(name, line)
}

/** The number of a house is written once: in the street, or beside it. */
export const separateHouseNumber = ({ values, isFree }: Agreeable, names: Names): void => {
  const isBeside = hasName(names, (name, { snake }) => houseNumberName.test(snake) && values.has(name))
  if (!isBeside) return
  numberHouse({ values, isFree }, names)
  for (const { name, snake } of names.values()) {
    const street = values.get(name)
    if (/^street$/.test(snake) && typeof street === 'string' && isFree(name))
      values.set(name, street.replace(/^\d+ /, ''))
  }
}

/** `default_version` is one of `versions`, and of `supported_versions`. */
export const chooseDefault = ({ values, isFree, membersOf }: Agreeable, names: Names): void => {
  for (const { name, snake } of names.values()) {
    const [, usual, used] = chosenName.exec(snake) ?? []
    const wanted = usual ?? used
    if (wanted === undefined || (!isFree(name) && membersOf(name).length === 0)) continue
    const list = findName(
      names,
      (_, facts) =>
        /^((available|allowed|supported|possible|valid|permitted|enabled)_)?\w+s$/.test(facts.snake) &&
        facts.snake.replace(/^(available|allowed|supported|possible|valid|permitted|enabled)_/, '') === `${wanted}s`,
    )
    const held = list === undefined ? undefined : values.get(list)
    const first = isJsonArray(held) ? held[0] : undefined
    if (first !== undefined && typeof first === typeof values.get(name) && typeof first !== 'object')
      values.set(name, first)
  }
}

/** `default_currency` is one of `currencies`, and `attribute_as_label` one of `attributes`. */
export const chosenName = /^default_(\w+)$|^([a-z]+)_as_(?!of_)[a-z]+$/

export const latestName = /^(latest|newest|current|available|installed)_(version|release|revision)$/

/** The latest version is not older than this one. */
export const repeatLatest: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, snake } of names.values()) {
    const [, , about] = latestName.exec(snake) ?? []
    const own = about === undefined ? undefined : findName(names, (_, facts) => facts.snake === about)
    const value = own === undefined ? undefined : values.get(own)
    if (value !== undefined && typeof value === typeof values.get(name) && typeof value !== 'object' && isFree(name))
      values.set(name, value)
  }
}

export const previousName =
  /^(previous|prev|prior|old|last|parent|base|(?:in_)?repl(?:y|ied|ies)_to)_(\w*(version|revision|number|step|position))$/

/** `previous_version` is before `version`. */
export const countDown: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, snake } of names.values()) {
    const [, , about] = previousName.exec(snake) ?? []
    const own = about === undefined ? undefined : findName(names, (_, facts) => facts.snake === about)
    const [value, held] = [own, name].map((one) => (one === undefined ? undefined : values.get(one)))
    if (!isFree(name) || !isWhole(value) || !isWhole(held) || Number(value) < 1 || Number(held) < Number(value))
      continue
    values.set(name, typeof held === 'string' ? String(Number(value) - 1) : Number(value) - 1)
  }
}

const isWhole = (value: Json | undefined): boolean =>
  Number.isSafeInteger(value) || (typeof value === 'string' && /^\d{1,9}$/.test(value))

/** Two counts of the same things. */
export const repeatCounts = ({ values, isFree }: Agreeable, names: Names): void => {
  const known = new Map<string, string>()
  for (const { name, counted } of names.values()) {
    if (counted === undefined) continue
    const first = known.get(counted)
    if (first === undefined) known.set(counted, name)
    else if (typeof values.get(first) === typeof values.get(name) && isFree(name))
      values.set(name, values.get(first) ?? null)
  }
}

/** `updated` beside `added` and `deleted` is a number of changes, not a time. */
export const tally = ({ values, isFree }: Agreeable, names: Names): void => {
  const changes = [...names].flatMap(([name, { isChange }]) => {
    const value = values.get(name)
    return isChange && typeof value === 'number' ? [{ name, value }] : []
  })
  const counts = changes.filter(({ value }) => value < 1_000_000)
  if (counts.length === 0) return
  for (const { name, value } of changes) if (value >= 1_000_000 && isFree(name)) values.set(name, value % 50)
}

/** What succeeded and what failed are together not more than all. */
export const sumOutcomes = ({ values, isFree }: Agreeable, names: Names): void => {
  const numbers = [...names].flatMap(([name, { outcome }]) => {
    const value = values.get(name)
    return outcome !== undefined && typeof value === 'number' ? [{ name, outcome, value }] : []
  })
  for (const { name, outcome } of numbers) {
    if (outcome.role !== 'whole' || !isFree(name)) continue
    const parts = numbers.filter((one) => one.outcome.role === 'part' && one.outcome.about === outcome.about)
    const sum = parts.reduce((total, { value }) => total + value, 0)
    // Otherwise nothing has happened yet.
    if (parts.length > 1 && sum > 0) values.set(name, sum)
  }
}

export const configName = /^([a-z][a-z_]*?)_(config|configuration|details?|info|settings|spec|definition)$/
const identifying = /^(name|display_name|title|method|path|url|email|code|number|host|port|key)$/

/** The configuration of a route is of the route around it: `route_config.path`. */
export const repeatInConfig: AgreeingStep = ({ values, owner, isFreeIn, membersOf, readName }, names) => {
  const [own = ''] = owner.split(' ')
  const noun = singularName(snakeCase(own))
  for (const { name, snake } of names.values()) {
    const [, about] = configName.exec(snake) ?? []
    const part = values.get(name)
    if (about === undefined || !isJsonObject(part) || !(noun === about || noun.endsWith(`_${about}`))) continue
    const known = new Map([...names].map(([key, facts]) => [facts.snake, key]))
    const changed = Object.entries(part).map(([key, value]): readonly [string, Json] => {
      const inner = readName(key).snake
      const same = identifying.test(inner) ? known.get(inner) : undefined
      const copy = same === undefined ? undefined : values.get(same)
      if (same === undefined || copy === undefined || copy === null || typeof copy !== typeof value) return [key, value]
      return [key, isFreeIn(name, key) || membersOf(same).includes(value) ? copy : value]
    })
    values.set(name, Object.fromEntries(changed))
  }
}

/** `input` is the first of `inputs`, if both have the same properties. */
export const repeatFirstObject: AgreeingStep = ({ values, isFree }, names) => {
  for (const [list, facts] of names) {
    const held = values.get(list)
    if (!isJsonArray(held) || !isFree(list)) continue
    const one = singularName(facts.snake)
    const name = findName(
      names,
      (other, { snake }) => other !== list && snake.replace(/^(primary|main|default|selected)_/, '') === one,
    )
    const [own, first] = [name === undefined ? undefined : values.get(name), held[0]]
    if (!isJsonObject(own) || !isJsonObject(first)) continue
    const [keys, others] = [Object.keys(own), Object.keys(first)]
    const shared = keys.filter((key) => Object.hasOwn(first, key))
    if (shared.length > 1 && shared.length * 2 > Math.max(keys.length, others.length) && isSameShape(own, first))
      values.set(list, [own, ...held.slice(1)])
  }
}

/** Whether the values of two objects are of the same types. */
const isSameShape = (one: JsonObject, other: JsonObject): boolean =>
  Object.entries(one).every(([key, value]) => !Object.hasOwn(other, key) || typeof other[key] === typeof value)
