/**
 * Makes what is one of several one of them: an address of a machine, the preferred one of its recordings, the list of a segment; and
 * ids of one thing that are in several objects beside each other.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { type AgreeingStep, findName } from './agreeable.ts'
import { singularName } from './property-names.ts'

const ip = /^(\d{1,3}\.){3}\d{1,3}$|^[0-9a-f]{0,4}(:[0-9a-f]{0,4}){2,7}$/

export const usedAddress = /^\w+_(ip|address|ip_address|host)$/
const listOfAddresses = /^((ip_?)?addresses|ips|hosts|ip_?list)$/

/** `service_address` is one of the `addresses`. */
export const chooseAddress: AgreeingStep = ({ values, isFree }, names) => {
  const list = findName(names, (name, { snake }) => listOfAddresses.test(snake) && isJsonArray(values.get(name)))
  const held = list === undefined ? undefined : values.get(list)
  if (!isJsonArray(held)) return
  const known = held.filter((one): one is string => typeof one === 'string' && ip.test(one))
  for (const { name, snake } of names.values()) {
    const own = values.get(name)
    if (!usedAddress.test(snake) || typeof own !== 'string' || !ip.test(own) || known.includes(own)) continue
    const same = known.find((one) => one.includes(':') === own.includes(':'))
    if (same !== undefined && isFree(name)) values.set(name, same)
  }
}

export const preferredName =
  /^(?:preferred|default|primary|main|selected|active|current|featured)(?:_[a-z]+)?_([a-z]+(?:_[a-z]+)?)$/

/** `preferred_recording` is one of the `recordings`: the first. */
export const copyPreferred: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, snake } of names.values()) {
    const own = values.get(name)
    const [, about] = isJsonObject(own) ? (preferredName.exec(snake) ?? []) : []
    if (about === undefined || !isJsonObject(own) || !isFree(name)) continue
    const list = findName(
      names,
      (other, facts) =>
        (facts.snake === about || singularName(facts.snake) === about) && isJsonArray(values.get(other)),
    )
    const held = list === undefined ? undefined : values.get(list)
    const first = isJsonArray(held) ? held[0] : undefined
    if (!isJsonObject(first)) continue
    // Of another schema, only what both have.
    const keys = Object.keys(own)
    if (keys.length > 1 && keys.every((key) => Object.hasOwn(first, key) && typeof first[key] === typeof own[key]))
      values.set(name, Object.fromEntries(keys.map((key) => [key, first[key] ?? null])))
  }
}

export const idsName = /^([a-z][a-z_]*_id)s$/

/** `parent_list_ids` contains the `parent_list_id`. */
export const containId: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name: list, snake } of names.values()) {
    const [, about] = idsName.exec(snake) ?? []
    const name = about === undefined ? undefined : findName(names, (_, facts) => facts.snake === about)
    const [own, held] = [name === undefined ? undefined : values.get(name), values.get(list)]
    if (own === undefined || own === null || !isJsonArray(held) || held.includes(own)) continue
    if (held.length > 0 && typeof held[0] === typeof own && isFree(list)) values.set(list, [own, ...held.slice(1)])
  }
}

/** What an object is called that is a reference: `account_ref`, `account_info`. */
export const referenceName = /^([a-z][a-z_]*?)_(?:ref|reference|summary|stub)$/

export const plainOwners =
  /^(account|project|org|organi[sz]ation|company|workspace|tenant|team|site|store|shop|app|application|campaign|customer|user|definition|template)$/

const isIdentified = (snake: string): boolean => referenceName.test(snake) || plainOwners.test(snake)

const idOf = (part: JsonObject): Json | undefined => part.id ?? part.Id ?? part.ID

/** `profile.account_id` is the id of the `account` beside the profile. */
export const shareIds: AgreeingStep = ({ values, isFreeIn, readName }, names) => {
  const known = new Map<string, Json>()
  for (const { name, snake } of names.values()) {
    const part = values.get(name)
    const id = isJsonObject(part) && isIdentified(snake) ? idOf(part) : undefined
    if (typeof id === 'string' || typeof id === 'number') known.set(`${referenceName.exec(snake)?.[1] ?? snake}_id`, id)
  }
  if (known.size === 0) return
  for (const { name, snake } of names.values()) {
    const part = values.get(name)
    if (!isJsonObject(part) || apart.test(snake)) continue
    const changed = Object.entries(part).flatMap(([key, held]) => {
      const id = known.get(readName(key).snake)
      return id !== undefined && id !== held && typeof id === typeof held && isFreeIn(name, key)
        ? [[key, id] as const]
        : []
    })
    if (changed.length > 0) values.set(name, { ...part, ...Object.fromEntries(changed) })
  }
}

/** What may belong to another account than the objects beside it. */
const apart =
  /(^|_)(source|target|from|to|old|new|previous|next|original|parent|child|fork\w*|related|linked|other|destination|origin|sender|recipient|payer|payee|buyer|seller)(_|$)/

export const supportedName = /^(?:supported|allowed|available|enabled|accepted)_([a-z]+)_(types|kinds|formats|methods)$/

/** What is in `records` has one of the `supported_record_types`. */
export const supportUsed: AgreeingStep = ({ values, isFree, membersOf, readName }, names) => {
  for (const { name: list, snake } of names.values()) {
    const [, about, kinds = ''] = supportedName.exec(snake) ?? []
    const supported = values.get(list)
    if (about === undefined || !isJsonArray(supported)) continue
    const things = findName(names, (_, facts) => facts.snake === `${about}s`)
    const held = things === undefined ? undefined : values.get(things)
    if (!isJsonArray(held) || !(isFree(list) || membersOf(list).length > 0)) continue
    const used = held.flatMap((item) => {
      const key = isJsonObject(item)
        ? Object.keys(item).find((one) => readName(one).snake === singularName(kinds))
        : undefined
      const kind = isJsonObject(item) && key !== undefined ? item[key] : undefined
      return typeof kind === 'string' ? [kind] : []
    })
    const missing = [...new Set(used)].filter((kind) => !supported.includes(kind))
    if (missing.length > 0 && supported.every((one) => typeof one === 'string'))
      values.set(list, [...missing, ...supported].slice(0, Math.max(supported.length, missing.length)))
  }
}
