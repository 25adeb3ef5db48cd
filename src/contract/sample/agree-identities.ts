/**
 * Makes agree what identifies one thing or person in several places: the login and the email, the account and its holder, the name
 * of a file and its path, a term in several languages, the id of the parent in each item of a list.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { drop } from './agree-events.ts'
import { type Agreeable, type AgreeingStep, findName, findText, hasName, type Names } from './agreeable.ts'
import { ownNoun } from './property-names.ts'
import { snakeCase } from './record-subject.ts'

const isEmail = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/

export const loginName = /^(user_?name|login(_name)?|user_principal_name|upn|account_name|sign_in_name)$/

/** A login in the form of an email is the email beside it. */
export const repeatEmail: AgreeingStep = (object, names) => {
  const email = findText(object, names, /^(primary_|work_)?e_?mail(_?address)?$/, isEmail)?.[1]
  if (email === undefined) return
  for (const { name, snake } of names.values())
    if (loginName.test(snake) && object.isFree(name) && isEmail.test(String(object.values.get(name))))
      object.values.set(name, email)
}

export const unregisteredName =
  /^(unregistered|anonymous|unknown|unverified)_(contributor|user|member|author|person|customer|visitor|guest|name)(_name)?$/

/** Somebody who is known has no name as an unknown one. */
export const dropUnregistered: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  for (const { name, snake } of names.values()) {
    if (!unregisteredName.test(snake) || typeof values.get(name) !== 'string' || !isFree(name)) continue
    drop(object, name)
  }
}

export const fileKindName = /(^|_)(kind|type)$/
const isFolder = (value: Json): boolean => /^(folder|dir|directory)$/i.test(String(value))
const isFile = (value: Json): boolean => /^file$/i.test(String(value))
const fileName = /^[\w][\w .()-]*\.[a-z]\w{1,3}$/
const ofFile =
  /^(size|file_?size|size_bytes|mime_?type|content_?type|extension|checksum|md5|sha1|sha256|hash|current_version|checkout|download_ur[il])$/

/** What has a size or an extension is a file rather than a folder, and a folder has no preview. */
export const agreeFolders: AgreeingStep = ({ values, owner, isFree, membersOf, emptiness }, names) => {
  if (/folder|director(y|ies)/i.test(owner)) return
  const kind = findName(
    names,
    (name, { snake }) =>
      fileKindName.test(snake) && isFolder(values.get(name) ?? null) && (isFree(name) || membersOf(name).length > 0),
  )
  if (kind === undefined) return
  const isOfFile = hasName(
    names,
    (name, { snake }) =>
      (ofFile.test(snake) && values.get(name) !== null) ||
      (/^(file_?)?name$/.test(snake) && fileName.test(String(values.get(name)))),
  )
  const file = membersOf(kind).find(isFile)
  if (isOfFile && file !== undefined) values.set(kind, file)
  if (!isFolder(values.get(kind) ?? null)) return
  for (const { name, snake } of names.values()) {
    if (!isFree(name)) continue
    const value = values.get(name)
    if (/^(is_)?previewable$/.test(snake) && value === true) values.set(name, false)
    if (!/^(hash|checksum|md5|sha1|sha256)$/.test(snake)) continue
    if (emptiness(name) === 'absent') values.delete(name)
    if (emptiness(name) === 'null') values.set(name, null)
  }
}

export const pathOfFile = /^(materialized_|full_|file_|display_)?path$/

/** The path of a file ends in its name. */
export const endPath: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const own = findText(object, names, /^(file_?)?name$/)
  if (own === undefined) return
  const [name, called] = own
  const isOfFolder = hasName(
    names,
    (kind, { snake }) => fileKindName.test(snake) && /^(file|folder|dir|directory)$/i.test(String(values.get(kind))),
  )
  const isNamed = fileName.test(called)
  for (const { name: other, snake } of names.values()) {
    const path = values.get(other)
    if (!pathOfFile.test(snake) || typeof path !== 'string' || !/^\/[\w/.-]+$/.test(path)) continue
    if (isNamed && isFree(other)) values.set(other, path.replace(/[^/]+$/, called))
    else if (isOfFolder && !isNamed && isFree(name)) values.set(name, path.slice(path.lastIndexOf('/') + 1))
  }
}

export const wordingsName = /(^|_)(labels|translations|locali[sz]ations|localized_\w+s|wordings|titles|names)$/
const languageKey = /^(language|locale|lang)(_?(code|tag|id))?$/
const wordingKey = /^(name|label|title|text|value|translation)$/

/** The labels of one term are those of the same thing, and one of them is the default. */
export const translateOnce: AgreeingStep = ({ values, isFree, isFreeIn, readName }, names) => {
  for (const { name: list, snake } of names.values()) {
    const items = values.get(list)
    if (!wordingsName.test(snake) || !isJsonArray(items) || !isFree(list)) continue
    const [first] = items
    const keys = isJsonObject(first) ? Object.keys(first) : []
    if (!isJsonObject(first) || !keys.some((key) => languageKey.test(readName(key).snake))) continue
    const wordings = keys.filter((key) => wordingKey.test(readName(key).snake) && typeof first[key] === 'string')
    const main = keys.find((key) => /^(is_)?(default|primary|main)$/.test(readName(key).snake))
    values.set(
      list,
      items.map((item, index) => {
        if (!isJsonObject(item)) return item
        const same = wordings.filter((key) => Object.hasOwn(item, key) && isFreeIn(list, index, key))
        const flags = main !== undefined && typeof item[main] === 'boolean' ? [[main, index === 0] as const] : []
        return { ...item, ...Object.fromEntries([...same.map((key) => [key, first[key] ?? null] as const), ...flags]) }
      }),
    )
  }
}

/** Other records, which belong to others: `related_orders[].order_id`. */
const others =
  /relat|child|similar|parent|replac|variant|bundle|recommend|duplicat|merge|link|depend|sub|alternat|previous|next|source|target|cop(y|ies)|fork|sibling/

/** The items of a list belong to one parent: `members[].project_id` of a project. */
export const shareParent: AgreeingStep = ({ values, owner, isFree, isFreeIn, readName }, names) => {
  const noun = ownNoun(owner)
  // Things are in lists of each other: `members[].product_id`.
  if (noun.length < 3 || /product|item|article|asset|variant|group|device/.test(noun)) return
  const parent = new RegExp(`^${noun}_?(id|uuid|key|idfk|id_fk)$`)
  const own = findName(names, (name, { snake }) => snake === 'id' || (parent.test(snake) && values.has(name)))
  for (const { name: list, snake } of names.values()) {
    const items = values.get(list)
    if (!isJsonArray(items) || !isFree(list) || others.test(snake)) continue
    const [first] = items
    const key = isJsonObject(first) ? Object.keys(first).find((one) => parent.test(readName(one).snake)) : undefined
    if (key === undefined || !isJsonObject(first)) continue
    // `license_key` of a license is not its id.
    if (/key$/i.test(key) && values.has(key)) continue
    const held = own === undefined ? undefined : values.get(own)
    const wanted = typeof held === typeof first[key] ? held : first[key]
    if (wanted === undefined || typeof wanted === 'object') continue
    values.set(
      list,
      items.map((item, index) =>
        isJsonObject(item) && typeof item[key] === typeof wanted && isFreeIn(list, index, key)
          ? { ...item, [key]: wanted }
          : item,
      ),
    )
  }
}

export const holderName = /^(ultimate_)?(debtor|creditor|payer|payee|beneficiary|recipient|sender)$/
const sharedWithAccount = /^(name|identification|secondary_identification|scheme(_name)?)$/

/** The debtor has the name and the number of its account, which is beside it or in an object beside it. */
export const nameHolder: AgreeingStep = ({ values, isFreeIn, readName }, names) => {
  for (const { name, snake } of names.values()) {
    const holder = values.get(name)
    if (!holderName.test(snake) || !isJsonObject(holder)) continue
    const account = accountIn(values, `${snake}_account`, readName)
    if (account === undefined) continue
    const known = new Map(Object.entries(account).map(([key, value]) => [readName(key).snake, value]))
    const changed = Object.entries(holder).map(([key, value]): readonly [string, Json] => {
      const own = readName(key).snake
      const same = sharedWithAccount.test(own) ? known.get(own) : undefined
      return [key, typeof same === 'string' && typeof value === 'string' && isFreeIn(name, key) ? same : value]
    })
    values.set(name, Object.fromEntries(changed))
  }
}

const accountIn = (
  values: ReadonlyMap<string, Json>,
  wanted: string,
  readName: Agreeable['readName'],
): JsonObject | undefined => {
  const find = (entries: Iterable<readonly [string, Json]>): JsonObject | undefined => {
    for (const [name, value] of entries) if (readName(name).snake === wanted && isJsonObject(value)) return value
    return undefined
  }
  const beside = find(values)
  if (beside) return beside
  for (const part of values.values()) {
    const found = isJsonObject(part) ? find(Object.entries(part)) : undefined
    if (found) return found
  }
  return undefined
}

export const cachedName = /^(?:cached|executed|denormali[sz]ed|select|compiled|submitted)_(\w+)$/

/** What is cached or executed is what is beside it: `executed_sql` and `sql`. */
export const repeatCached: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, snake } of names.values()) {
    const [, about] = cachedName.exec(snake) ?? []
    const other = about === undefined ? undefined : findName(names, (_, facts) => facts.snake === about)
    const same = other === undefined ? undefined : values.get(other)
    if (typeof same === 'string' && typeof values.get(name) === 'string' && isFree(name)) values.set(name, same)
  }
}

/** A documented string names the role: `role: viewer` beside `Viewers Group`. */
export const describedName = /(^|_)(role|access|permission|plan|tier)$/
export const chooseDescribed: AgreeingStep = ({ values, isFree, membersOf }: Agreeable, names: Names) => {
  for (const { name, snake } of names.values()) {
    const members = describedName.test(snake) ? membersOf(name).filter((member) => typeof member === 'string') : []
    if (members.length < 2) continue
    const documented = [...names.keys()].flatMap((other) => {
      const text = values.get(other)
      const isDocumented = other !== name && !isFree(other) && membersOf(other).length === 0
      return isDocumented && typeof text === 'string' && text.length <= 200 ? [`_${snakeCase(text)}_`] : []
    })
    const named = members.filter((member) =>
      documented.some((text) => ['_', 's_'].some((end) => text.includes(`_${snakeCase(member)}${end}`))),
    )
    if (named.length === 1) values.set(name, named[0] ?? null)
  }
}
