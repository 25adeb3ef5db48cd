/**
 * Which properties of a record repeat a path parameter: `ownerId` below /owners/{ownerId}.
 */
import type { Document } from '../../contract/document/document.ts'
import { memoizeByNode } from '../../contract/document/operation-view.ts'
import type { Node } from '../../contract/document/references.ts'
import { type PropertyView, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { hasRole } from '../../contract/values/conventions.ts'
import { plainName, singularOf } from '../../contract/values/names.ts'
import type { ParentProperty } from '../records/resource.ts'
import type { ScopePart } from './group-paths.ts'

export const findParentProperties = (
  document: Document,
  schema: Node,
  scope: readonly ScopePart[],
  idPath: readonly string[],
): readonly ParentProperty[] => {
  if (scope.length === 0) return []
  const places = propertyPlaces(document, schema).filter(({ path }) => path.join('/') !== idPath.join('/'))
  return scope.flatMap((part, index): ParentProperty[] => {
    for (const wanted of namesFor(part)) {
      const found = places.find(({ path }) => plainName(path.at(-1) ?? '') === wanted)
      if (found) return [{ path: found.path, index, kind: found.kind }]
    }
    return []
  })
}

/** Names like the parameter; for a general one such as `id`, with the segment before it: owner id for /owners/{id}. */
const namesFor = ({ parameter, owner }: ScopePart): readonly string[] => {
  const plain = plainName(parameter)
  const singular = singularOf(plainName(owner))
  const isGeneral = hasRole(plain, 'general-id')
  if (isGeneral) return [`${singular}${plain}`]
  return [plain, `${plain}id`, ...(plain.endsWith('id') ? [`${singular}id`] : [])]
}

interface PropertyPlace {
  readonly path: readonly string[]
  readonly kind: ParentProperty['kind']
}

const propertyPlaces = memoizeByNode((document, schema): readonly PropertyPlace[] => {
  const { properties } = viewObject(document.files, schema)
  const metadata = properties.get('metadata')
  const inner = metadata ? [...viewObject(document.files, metadata.node).properties.values()] : []
  return [
    ...[...properties.values()].flatMap((view) => placeOf(document, view, [])),
    ...inner.flatMap((view) => placeOf(document, view, ['metadata'])),
  ]
})

const placeOf = (document: Document, { name, node }: PropertyView, holder: readonly string[]): PropertyPlace[] => {
  const types = typesOf(document.files, node)
  const path = [...holder, name]
  if (types.has('string')) return [{ path, kind: 'string' }]
  return types.has('integer') ? [{ path, kind: 'integer' }] : []
}
