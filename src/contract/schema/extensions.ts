/**
 * Components that extend another schema by their allOf, over all files of a document. Looked for once, when the first
 * discriminator without a list of forms is met: no schema says what extends it.
 */
import { childNode, childNodes, type Files, type Node, resolveReference } from '../document/references.ts'
import { getString, isJsonObject } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'

/** In the order of the files; the schema itself is none. */
export const extensionsOf = (files: Files, base: Node): readonly Node[] =>
  indexOf(files).extensions.get(base.value) ?? []

/** The component that a schema is; undefined where it stands elsewhere. */
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

/** All that a component's allOf leads to. One that is a $ref and nothing else is another name for what it leads to. */
const basesOf = (files: Files, component: Node): ReadonlySet<unknown> => {
  const seen = new Set<unknown>()
  const walk = (node: Node): void => {
    if (!isJsonObject(node.value) || seen.has(node.value)) return
    seen.add(node.value)
    const ref = getString(node.value, '$ref')
    const target = ref === undefined ? undefined : resolveReference(files, node.file, ref)
    if (target) walk(target)
    for (const [, part] of childNodes(childNode(node, 'allOf'))) walk(part)
  }
  if (isJsonObject(component.value) && Object.keys(component.value).some((name) => name !== '$ref')) walk(component)
  seen.delete(component.value)
  return seen
}
