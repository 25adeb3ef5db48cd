/**
 * The id of a record in the items of its lists, which belong to it: `members[].project_id` of a project.
 */
import { isJsonArray, isJsonObject } from '../../contract/values/json-object.ts'
import { nounOf, plainName } from '../../contract/values/names.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { RecordId } from '../../store/store.ts'
import type { Resource } from './resource.ts'

/** Lists of other records of the kind, or of what belongs to them. */
const others =
  /relat|child|similar|parent|replac|variant|bundle|recommend|duplicat|merge|link|depend|sub|alternat|previous|next|source|target|cop(y|ies)|fork|sibling/i

/** In the type of the value that it replaces: the same object if nothing changes. */
export const nameParent = (value: JsonObject, { name }: Pick<Resource, 'name'>, id: RecordId): JsonObject => {
  const noun = nounOf(name)
  // Things are in lists of each other: `members[].product_id`.
  if (noun.length < 3 || /product|item|article|asset|variant|group|device/.test(noun)) return value
  const keys = ['id', 'idfk', 'uuid', 'key'].map((ending) => noun + ending)
  let named = value
  for (const [list, items] of Object.entries(value)) {
    if (!isJsonArray(items) || others.test(list)) continue
    const [first] = items
    const key = isJsonObject(first) ? Object.keys(first).find((one) => keys.includes(plainName(one))) : undefined
    // `license_key` of a license is a property of its own, which the other licenses in a list have, too.
    if (key === undefined || (/key$/i.test(key) && Object.hasOwn(value, key))) continue
    const changed = items.map((item) =>
      isJsonObject(item) && Object.hasOwn(item, key) ? { ...item, [key]: likeHeld(id, item[key] ?? null) } : item,
    )
    named = { ...named, [list]: changed }
  }
  return named
}

/** That value, if the id cannot be of its type. */
export const likeHeld = (id: RecordId, held: Json): Json => {
  const own = String(id)
  if (typeof held === 'string') return isUuid(held) === isUuid(own) ? own : held
  return typeof held === 'number' && /^[1-9]\d{0,14}$/.test(own) ? Number(own) : held
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
