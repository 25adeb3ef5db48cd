/**
 * Makes the names agree that one thing has in an object: in another language, beside the enum that it is the label of, as a login,
 * in what is shown about it elsewhere, and in the two lists of it.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { type AgreeingStep, findName } from './agreeable.ts'
import { fullNameOf, isFullName, isNeutral } from './known-words.ts'
import { ownNoun, singularName } from './property-names.ts'
import { snakeCase } from './record-subject.ts'
import { words } from './words.ts'

export const translatedName = /^(?:translated|locali[sz]ed)_(\w+)$|^(\w+)_(?:translated|locali[sz]ed)$/

/** `translated_name` is the `name`, in the language of the client. */
export const repeatTranslated: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, snake } of names.values()) {
    const about = translatedName.exec(snake)?.slice(1).find(Boolean)
    const other = about === undefined ? undefined : findName(names, (_, facts) => facts.snake === about)
    const same = other === undefined ? undefined : values.get(other)
    if (typeof same === 'string' && typeof values.get(name) === 'string' && isFree(name)) values.set(name, same)
  }
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `Squad commander` for `SQUAD_COMMANDER`. */
const labelOf = (member: string): string =>
  capitalized(
    member
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/[_-]+/g, ' ')
      .toLowerCase(),
  )

export const labelName =
  /^(\w*?(?:status|state|role|type|priority|category|level|mode|stage|phase))_(?:name|label|text|title|display(?:_name)?)$/

/** `role_name` beside the enum `role`, and `status_name` beside `status_code`. */
export const nameChosen: AgreeingStep = ({ values, isFree, membersOf }, names) => {
  for (const { name, snake } of names.values()) {
    const [, about] = labelName.exec(snake) ?? []
    if (about === undefined || !isFree(name) || typeof values.get(name) !== 'string') continue
    const code = findName(names, (_, facts) => facts.snake === about || facts.snake === `${about}_code`)
    const chosen = code === undefined ? undefined : values.get(code)
    if (code === undefined || typeof chosen !== 'string' || !/^[A-Za-z][A-Za-z_-]{3,}$/.test(chosen)) continue
    if (membersOf(code).length > 1 || /status|state/.test(about)) values.set(name, labelOf(chosen))
  }
}

const personOfLogin = (login: Json | undefined): string | undefined => {
  const [, one, other] = /^([a-z]+)[._-]([a-z]+)$/.exec(String(login)) ?? []
  return fullNameOf(one, other)
}

/** Two words that mean nothing: `Amber pebble`. */
const isFiller = (value: Json | undefined): boolean => typeof value === 'string' && isNeutral(value)

export const shownLoginName = /^(display|screen|author|poster)_?user_?name$/

/** `name` beside `display_username` is that of the person. */
export const nameByLogin: AgreeingStep = ({ values, isFree }, names) => {
  const login = findName(names, (_, { snake }) => shownLoginName.test(snake))
  const person = login === undefined ? undefined : personOfLogin(values.get(login))
  if (person === undefined) return
  for (const { name, snake } of names.values())
    if (/^(full_?)?name$/.test(snake) && isFiller(values.get(name)) && isFree(name)) values.set(name, person)
}

const plain = /^[a-z]{3,}(-[a-z]+)?$/

export const displayName = /^display_?name$/

/** `display_name` beside a `name` in small letters is the same with a capital one, and the other way round. */
export const spellName: AgreeingStep = ({ values, isFree }, names) => {
  const [name, shown] = [/^name$/, displayName].map((pattern) => findName(names, (_, { snake }) => pattern.test(snake)))
  const [own, other] = [name, shown].map((one) => (one === undefined ? undefined : values.get(one)))
  if (shown === undefined || typeof own !== 'string' || typeof other !== 'string' || !isFree(shown)) return
  if (plain.test(own) && personOfLogin(own) === undefined && (isFiller(other) || /^\p{Lu}\p{Ll}+$/u.test(other)))
    values.set(shown, labelOf(own))
}

/** What a wrapper is called like: the one object in it that says who or what it is. */
const shared = /^(display_?name|name|title|label)$/

export const wrappedName = /^([a-z]{3,})_(user|group|person|member|team|account|organi[sz]ation|company|customer)$/

/** An actor has the names of the `actor_group` that it is. */
export const nameWrapper: AgreeingStep = ({ values, owner, isFree, readName }, names) => {
  const noun = singularName(snakeCase(owner.split(' ')[0] ?? ''))
  const [part] = [...names].flatMap(([name, { snake }]) => {
    const held = values.get(name)
    const [, about] = wrappedName.exec(snake) ?? []
    return about === noun && isJsonObject(held) ? [held] : []
  })
  if (!part) return
  const inner = new Map(Object.entries(part).map(([name, held]) => [readName(name).snake, held]))
  for (const { name, snake } of names.values()) {
    const same = shared.test(snake) ? (inner.get(snake) ?? inner.get('name') ?? inner.get('display_name')) : undefined
    if (typeof same === 'string' && typeof values.get(name) === 'string' && isFree(name)) values.set(name, same)
  }
}

export const itemsName = /^([a-z]{3,})_(?:items|objects|details|refs|list)$/

/** `artist_items: [{ name }]` are the `artists`. */
export const nameItems: AgreeingStep = ({ values, isFree, isFreeIn, readName }, names) => {
  for (const { name, snake } of names.values()) {
    const [, about] = itemsName.exec(snake) ?? []
    const items = values.get(name)
    const list = about === undefined ? undefined : findName(names, (_, facts) => singularName(facts.snake) === about)
    const held = list === undefined ? undefined : values.get(list)
    if (!isJsonArray(items) || !isJsonArray(held) || list === name || !held.every((one) => typeof one === 'string'))
      continue
    const nameIn = (item: Json): string | undefined =>
      isJsonObject(item) ? Object.keys(item).find((key) => readName(key).snake === 'name') : undefined
    const renamed = items.map((item, index) => {
      const [key, wanted] = [nameIn(item), held[index]]
      return isJsonObject(item) && key !== undefined && wanted !== undefined && isFreeIn(name, index, key)
        ? { ...item, [key]: wanted }
        : item
    })
    if (isFree(name)) values.set(name, renamed)
  }
}

export const presentationName = /^(seo|online|meta|open_?graph|og|social|search|listing|presentation|storefront)$/

const titles: ReadonlySet<Json> = new Set<Json>(words.titles)

/** `seo.title` of a product is its name. */
export const repeatShown: AgreeingStep = ({ values, isFreeIn, readName }, names) => {
  const name = findName(names, (own, { snake }) => /^(name|title)$/.test(snake) && typeof values.get(own) === 'string')
  const own = name === undefined ? undefined : values.get(name)
  if (typeof own !== 'string') return
  const rewrite = (part: JsonObject, path: readonly string[]): JsonObject =>
    Object.fromEntries(
      Object.entries(part).map(([key, held]) => {
        const { snake } = readName(key)
        if (isJsonObject(held) && presentationName.test(snake)) return [key, rewrite(held, [...path, key])]
        const isShown = /^(\w+_)?title$|^name$/.test(snake) && typeof held === 'string'
        return [key, isShown && (titles.has(held) || isFiller(held)) && isFreeIn(...path, key) ? own : held]
      }),
    )
  for (const { name: part, snake } of names.values()) {
    const held = values.get(part)
    if (presentationName.test(snake) && isJsonObject(held)) values.set(part, rewrite(held, [part]))
  }
}

export const sortName = /^(sort|sortable|collation)_?name$/

/** `sort_name` of a person begins with the last name. */
export const invertName: AgreeingStep = ({ values, isFree }, names) => {
  const own = findName(names, (_, { snake }) => /^((full|display)_?)?name$/.test(snake))
  const person = String(values.get(own ?? ''))
  if (!isFullName(person)) return
  for (const { name, snake } of names.values())
    if (sortName.test(snake) && values.get(name) === person && isFree(name))
      values.set(name, person.split(' ').reverse().join(', '))
}

/** What a record of a kind is called: `category_type` of a category. */
export const ownTypeName = /^([a-z]{3,})_(type|kind)$/

/** `category_type` of a category is its `type`. */
export const repeatType: AgreeingStep = ({ values, owner, isFree, membersOf }, names) => {
  const noun = ownNoun(owner)
  for (const { name, snake } of names.values()) {
    const [, about, kind] = ownTypeName.exec(snake) ?? []
    if (about === undefined || about !== noun) continue
    const plainType = findName(names, (_, facts) => facts.snake === kind)
    const same = plainType === undefined ? undefined : values.get(plainType)
    if (typeof same !== 'string' || typeof values.get(name) !== 'string') continue
    const members = membersOf(name)
    if (members.length > 0 ? members.includes(same) : isFree(name)) values.set(name, same)
  }
}
