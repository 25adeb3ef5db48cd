/**
 * References of a new record that the client does not send: they name records that exist. What the client sends, what the
 * path names and what the document or its overlay sets stays.
 */
import { findKeyword, nodeAt } from '../../contract/schema/schema-view.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import type { JsonObject } from '../../ports.ts'
import type { Store, StoredRecord } from '../../store/store.ts'
import type { FindLinks, RecordLink } from '../records/find-links.ts'
import { followLinks, isFollowed, type LinkTarget, numberLinks } from '../records/follow-links.ts'
import type { Relate } from '../records/generate-record.ts'
import { isGone, ownIdOf } from '../records/record-id.ts'
import type { RecordTemplate } from '../records/record-template.ts'

/** Undefined if the new record has no such reference, or no record that it could name exists. */
export type FindReferences = (sent: JsonObject, scope: string | undefined, store: Store) => Promise<Relate | undefined>

/** Undefined if new records have no references of their own. */
export const compileReferences = (template: RecordTemplate, linksOf: FindLinks): FindReferences | undefined => {
  const { resource, compiler } = template
  const links = linksOf(resource).flatMap((link) => {
    const property = template.properties.find(({ name }) => name === link.property)
    if (!property || property.source.kind === 'body' || property.source.kind === 'now') return []
    const { sentAs, source } = property
    const isUsed = source.kind === 'generated' || isFollowed({ [link.property]: source.value }, link)
    return isSet(template, link) ? [] : [{ link, sentAs, always: source.always, isUsed }]
  })
  if (!links.some(({ isUsed }) => isUsed)) return undefined
  return async (sent, scope, store) => {
    const free = links.filter(({ sentAs, always }) => always || getOwn(sent, sentAs) === undefined)
    const targets = new Map<RecordLink, readonly LinkTarget[]>()
    for (const { link, isUsed } of free) {
      // Records that nothing will name need not exist yet.
      const found = isUsed ? await findTargets(store, template, link, scope) : []
      if (found.length > 0) targets.set(link, found)
    }
    if (targets.size === 0) return undefined
    const index = await store.expectCount(resource.key)
    const numbered = numberLinks(
      resource,
      free.map(({ link }) => link),
    )
    return (value) => followLinks(value, numbered, { compiler, index, targetsOf: (link) => targets.get(link) ?? [] })
  }
}

/** Whether the document, its overlay or the path of the request determines the value. */
const isSet = ({ resource }: RecordTemplate, { property }: RecordLink): boolean => {
  const { document, schema, parentProperties, keyParts } = resource
  const node = nodeAt(document.files, schema, [property])
  const isGiven = (keyword: string): boolean =>
    node !== undefined && findKeyword(document.files, node, keyword) !== undefined
  return (
    ['x-standin-default', 'default', 'const'].some(isGiven) ||
    parentProperties.some(({ path }) => path[0] === property) ||
    keyParts.some((part) => part.property === property)
  )
}

/** The first ones: to look at all of them would take longer the more there are. */
const maxTargets = 10

const findTargets = async (
  store: Store,
  { resource }: RecordTemplate,
  { target }: RecordLink,
  scope: string | undefined,
): Promise<readonly LinkTarget[]> => {
  const isBeside = target.scopeSize > 0 && target.scopeSize === resource.scopeSize
  const query = { limit: maxTargets, ...(isBeside ? { scope } : {}) }
  const found =
    (await store.peek(target.key, query)) ??
    (await store.page(target.key, { ...query, filters: [] })).filter((record) => !isGone(record))
  return found.map((record: Pick<StoredRecord, 'id' | 'scope' | 'value'>) => ({
    id: ownIdOf(target, record),
    get value() {
      return record.value
    },
  }))
}
