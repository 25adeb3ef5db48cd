/**
 * An overlay to start from: all that was inferred, with the reasons, as actions that are commented out. As it stands it
 * changes nothing; an action that is uncommented says what was inferred, and holds whatever the document becomes.
 */

import {
  describeDecisions,
  type OperationDescription,
  type ResourceDescription,
  type ServiceDescription,
} from '../behaviours/infer/describe-decisions.ts'
import type { Resource } from '../behaviours/records/resource.ts'
import type { Operation } from '../contract/operation/operation.ts'
import type { ServedDocument, Service } from '../loading/service.ts'
import { targetOfOperation, targetOfSchema } from './overlay-target.ts'
import { wrapText } from './wrap-text.ts'

/** `file` is the document's, which lies beside it. */
export const formatOverlay = (served: ServedDocument, service: Service, file: string): string => {
  const { document } = served
  return `${[
    ...prose(
      `What the sandbox decides where ${JSON.stringify(document.title)} is silent. Laid over ${file} when that is loaded.`,
      '# ',
    ),
    '#',
    ...prose(introduction, '# '),
    'overlay: 1.0.0',
    'info:',
    `  title: ${JSON.stringify(`What the sandbox decides about ${document.title}`)}`,
    '  version: 1.0.0',
    `extends: ${JSON.stringify(`./${encodeURIComponent(file)}`)}`,
    'actions:',
    '  - target: $',
    '    description: An overlay has to have an action. This one changes nothing; take it out once there is another.',
    '    update: {}',
    ...formatDecisions(served, service),
  ].join('\n')}\n`
}

const introduction =
  'Nothing here is in force: all of it is what Standin inferred, commented out. To decide otherwise, uncomment an action (take the first # off each of its lines) and change what it says. x-standin-behaviour: none makes an operation stateless. `standin check --explain` prints what is in force, with filters, paging and envelopes.'

const formatDecisions = ({ document }: ServedDocument, service: Service): readonly string[] => {
  const told = describeDecisions(service)
  const here = told.operations.filter((one) => one.document === document.name)
  const others = here.filter(({ behaviour }) => behaviour === undefined)
  const resources = service.resources.filter((resource) => resource.document === document)
  const schemas = collectIds(resources)
  return [
    ...resources.flatMap(({ key }) => formatResource(key, { service, told, schemas })),
    ...(others.length === 0 ? [] : ['', ...prose(aboutOthers)]),
    ...others.flatMap(({ method, path, reason }) => prose(`${method} ${path}: ${reason}`)),
  ]
}

const aboutOthers =
  'Without a behaviour, answered from examples or made up. Actions like those above give one, where path and schemas fit: x-standin-behaviour and x-standin-resource on the operation, and x-standin-id on the schema where only the id was not found.'

interface Telling {
  readonly service: Service
  readonly told: ServiceDescription
  /** By the target of a schema the ids that resources have in it; one that has its action is taken out. */
  readonly schemas: Map<string, ReadonlySet<string>>
}

/** Two resources may have one schema, and not the same id. */
const collectIds = (resources: readonly Resource[]): Map<string, ReadonlySet<string>> => {
  const ids = new Map<string, ReadonlySet<string>>()
  for (const { document, schema, form, idProperty } of resources) {
    const target = form === 'single' ? undefined : targetOfSchema(document, schema)
    if (target !== undefined) ids.set(target, new Set([...(ids.get(target) ?? []), idProperty]))
  }
  return ids
}

const formatResource = (key: string, telling: Telling): readonly string[] => {
  const { service, told } = telling
  const resource = told.resources.find((one) => one.resource === key)
  if (!resource) return []
  const operations = [...service.decisions.keys()].flatMap((operation, index) => {
    const one = told.operations[index]
    return one?.resource === key ? [formatOperation(operation, one, resource, told)] : []
  })
  return [
    '',
    ...prose(
      `${key}: ${resource.form.is === 'single' ? 'one thing' : 'a collection'} at ${resource.path}; ${resource.form.reason}.`,
    ),
    ...prose(`A record is ${resource.schema.reason}.`),
    ...(resource.form.is === 'single' ? [] : formatId(resource, telling)),
    ...operations.flat(),
  ]
}

/** An action for the id, where one property is it, the schema is the document's own, and all who have it agree. */
const formatId = ({ resource: key, id }: ResourceDescription, { service, schemas }: Telling): readonly string[] => {
  const resource = service.resources.find((one) => one.key === key)
  const reason = prose(`Its id is ${id.property ?? 'not in the record'}: ${id.reason}.`)
  const target = resource?.idPath.length === 1 ? targetOfSchema(resource.document, resource.schema) : undefined
  if (target === undefined || schemas.get(target)?.size !== 1) return reason
  schemas.delete(target)
  return [...reason, ...formatAction(target, [`x-standin-id: ${JSON.stringify(id.property)}`])]
}

const formatOperation = (
  operation: Operation,
  { behaviour, reason, parents }: OperationDescription,
  resource: ResourceDescription,
  told: ServiceDescription,
): readonly string[] => {
  const target = targetOfOperation(operation)
  const nearest = parents.find(({ parameter }) => parameter === resource.scope.at(-1)?.parameter)
  const parent = nearest && told.resources.find((one) => one.resource === nearest.resource)
  const words = [
    `x-standin-resource: ${JSON.stringify(resource.name.is)}`,
    `x-standin-behaviour: ${behaviour}`,
    ...(parent ? [`x-standin-parent: ${JSON.stringify(parent.name.is)}`] : []),
  ]
  const because = parents.map(({ resource: name, reason: why }) => `; of ${name}: ${why}`).join('')
  const place = target === undefined ? '; it stands in another file, which no overlay reaches' : ''
  return [
    '#',
    ...prose(`${behaviour}: ${reason}${because}${place}.`),
    ...(target === undefined ? [] : formatAction(target, words)),
  ]
}

const formatAction = (target: string, words: readonly string[]): readonly string[] => [
  `#  - target: ${JSON.stringify(target)}`,
  '#    update:',
  ...words.map((word) => `#      ${word}`),
]

/** What stays a comment when the actions around it are uncommented. */
const prose = (text: string, mark = '## '): readonly string[] => wrapText(text, 110).map((line) => mark + line)
