/**
 * Collections whose only creation responds with neither JSON nor XML, such as a token: no client can learn the id of what it
 * creates. If nothing lists their items either, there is one record at each address.
 */
import type { Document } from '../../contract/document/document.ts'
import { type Group, itemKeyOf, type Member, type Reasons } from './group-paths.ts'
import { chooseSuccess } from './operation-schemas.ts'

export const dropForeignCreations = (
  document: Document,
  groups: readonly Group[],
  reasons: Reasons,
): readonly Group[] =>
  groups.map((group) => {
    const { form, parameter, keyParameters, members, scope, segments } = group
    if (form === 'single' || parameter === undefined || keyParameters.length > 1) return group
    const creations = members.filter(({ kind }) => kind === 'create')
    const isOnly = !members.some(({ kind }) => kind === 'list' || kind === 'replace')
    if (creations.length === 0 || !isOnly || !creations.every((one) => isForeign(document, one))) return group
    for (const { operation } of creations) reasons.add(operation, 'no create: it responds with neither JSON nor XML')
    return {
      ...group,
      key: itemKeyOf(group),
      form: 'single',
      reason: 'no operation lists its items or shows the id of a new one, so there is one at each address',
      scope: [...scope, { parameter, owner: segments.at(-1) ?? '' }],
      parameter: undefined,
      keyParameters: [],
      members: members.filter((member) => !creations.includes(member)),
    }
  })

const isForeign = (document: Document, { operation }: Member): boolean => {
  const { isForeign: is, headers } = chooseSuccess(document, operation, 'create')
  return is && !headers.has('location')
}
