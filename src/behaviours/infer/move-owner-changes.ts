/**
 * Collections whose only records would be those of their owner: `POST /issues/{id}/assignees` responds with the issue. It
 * creates nothing, but changes the issue, so it is an action on it.
 */
import type { Document } from '../../contract/document/document.ts'
import { dereference } from '../../contract/document/references.ts'
import { type Group, itemKeyOf, type Member, type Reasons } from './group-paths.ts'
import { responseSchema } from './operation-schemas.ts'

export const moveOwnerChanges = (document: Document, groups: readonly Group[], reasons: Reasons): readonly Group[] => {
  const byItem = new Map(groups.filter(hasItems).map((group) => [itemKeyOf(group), group]))
  const moved = new Map<Group, Member[]>()
  const rest = groups.filter((group) => {
    const owner = byItem.get(group.key.slice(0, group.key.lastIndexOf('/')))
    if (!owner || !hasItems(group) || !showsOnlyOwner(document, group, owner)) return true
    const isChange = ({ kind, onItem }: Member): boolean => kind === 'create' && !onItem
    const changes = group.members.filter(isChange).map(
      (member): Member => ({
        ...member,
        kind: 'action',
        onItem: true,
        reason: `${member.operation.method} on a path below an item`,
      }),
    )
    moved.set(owner, [...(moved.get(owner) ?? []), ...changes])
    for (const member of group.members)
      if (!isChange(member)) reasons.add(member.operation, `no ${member.kind}: no response shows a record of its own`)
    return false
  })
  return rest.map((group) => {
    const changes = moved.get(group)
    return changes ? { ...group, members: [...group.members, ...changes] } : group
  })
}

const hasItems = ({ form, parameter }: Group): boolean => form === 'collection' && parameter !== undefined

/** Whether a creation responds with what a read of the owner does, and nothing lists or shows anything else. */
const showsOnlyOwner = (document: Document, { members }: Group, owner: Group): boolean => {
  const schemaOf = ({ operation, kind }: Member): unknown => {
    const node = responseSchema(document, operation, kind)
    return node && dereference(document.files, node)?.value
  }
  const read = owner.members.find(({ kind, onItem }) => kind === 'read' && onItem)
  const record = read && schemaOf(read)
  if (record === undefined || members.some(({ kind }) => kind === 'list')) return false
  const shown = members.map(schemaOf).filter((schema) => schema !== undefined)
  return members.some(({ kind }) => kind === 'create') && shown.length > 0 && shown.every((schema) => schema === record)
}
