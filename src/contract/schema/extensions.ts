/**
 * Which components extend another schema by their allOf, over all files of a document. A schema does not list what extends
 * it, so the index is built once, for the first discriminator without a oneOf or anyOf.
 */
import { childNode, childNodes, type Files, type Node } from '../document/references.ts'
import { isJsonObject } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { walkSchema } from './walk-schema.ts'

/** In the order of the files; without the schema itself. */
export const extensionsOf = (files: Files, base: Node): readonly Node[] =>
  indexOf(files).extensions.get(base.value) ?? []

/** The component with this schema; undefined if the schema is not a component. */
export const componentOf = (files: Files, { value }: Node): Node | undefined => indexOf(files).components.get(value)

interface Index {
  readonly components: ReadonlyMap<unknown, Node>
  readonly extensions: ReadonlyMap<unknown, readonly Node[]>
}

const indexOf = memoize((files: Files): Index => {
  const components = new Map<unknown, Node>()
  const extensions = new Map<unknown, Node[]>()
  for (const [file, value] of files) {
    for (const component of componentsOf({ file, pointer: '', value })) {
      components.set(component.value, component)
      for (const base of basesOf(files, component)) {
        const own = extensions.get(base) ?? []
        extensions.set(base, own)
        own.push(component)
      }
    }
  }
  return { components, extensions }
})

const componentsOf = (root: Node): readonly Node[] => {
  const components = childNode(root, 'components')
  return [components && childNode(components, 'schemas'), childNode(root, 'definitions')]
    .flatMap((holder) => childNodes(holder))
    .map(([, node]) => node)
}

/** The schemas that a component's allOf leads to. A component that is only a $ref is another name for its target. */
const basesOf = (files: Files, component: Node): readonly unknown[] =>
  isJsonObject(component.value) && Object.keys(component.value).some((name) => name !== '$ref')
    ? walkSchema(files, component)
        .slice(1)
        .map(({ schema }) => schema)
    : []
