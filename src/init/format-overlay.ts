/**
 * An overlay to start from: what was inferred of each operation, as the words that would overrule it.
 */
import type { Operation } from '../contract/operation.ts'
import type { ServedDocument, Service } from '../service.ts'

/** `file` is the document's, which lies beside it. */
export const formatOverlay = ({ document, entries }: ServedDocument, service: Service, file: string): string =>
  [
    `# What the sandbox decides where ${JSON.stringify(document.title)} is silent. Laid over ${file} when that is loaded;`,
    '# change a decision here, and no code changes. Each action picks a place in the document (target, a JSONPath as in',
    '# RFC 9535) and merges `update` into it. `standin check --explain` prints what is inferred, and why.',
    'overlay: 1.0.0',
    'info:',
    `  title: ${JSON.stringify(`What the sandbox decides about ${document.title}`)}`,
    '  version: 1.0.0',
    `extends: ${JSON.stringify(`./${file}`)}`,
    'actions:',
    ...entries.flatMap(({ operations }) =>
      [...operations.values()].flatMap((operation) => formatAction(operation, service)),
    ),
    '',
  ].join('\n')

const formatAction = (operation: Operation, { behaviours }: Service): readonly string[] => {
  const behaviour = behaviours.get(operation)
  const { path, method } = operation
  const words = behaviour
    ? [`x-standin-resource: ${JSON.stringify(behaviour.resource.name)}`, `x-standin-behaviour: ${behaviour.kind}`]
    : ['x-standin-behaviour: none']
  return [
    `  - target: ${JSON.stringify(`$.paths['${path.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'].${method.toLowerCase()}`)}`,
    '    update:',
    ...words.map((word) => `      ${word}`),
  ]
}
