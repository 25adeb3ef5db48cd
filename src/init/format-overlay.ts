/**
 * Formats the overlay of `standin init`: everything that was inferred, with the reasons, as commented-out actions. Unchanged,
 * the overlay has no effect. An uncommented action fixes a decision, whatever the document becomes.
 */

import {
  describePlans,
  type OperationDescription,
  type ResourceDescription,
  type ServiceDescription,
} from '../behaviours/plan/describe-plans.ts'
import type { Resource } from '../behaviours/records/resource.ts'
import type { Operation } from '../contract/operation/operation.ts'
import { wrapText } from '../contract/values/wrap-text.ts'
import type { ServedDocument, Service } from '../loading/service.ts'
import { targetOfOperation, targetOfSchema } from './overlay-target.ts'

/** `file`: the document's file name, in the same folder. */
export const formatOverlay = (served: ServedDocument, service: Service, file: string): string => {
  const { document } = served
  return `${[
    ...prose(
      `Decisions of the sandbox about ${JSON.stringify(document.title)}. Standin applies this overlay to ${file}.`,
      '# ',
    ),
    '#',
    ...prose(introduction, '# '),
    'overlay: 1.0.0',
    'info:',
    `  title: ${JSON.stringify(`Decisions of the sandbox about ${document.title}`)}`,
    '  version: 1.0.0',
    `extends: ${JSON.stringify(`./${encodeURIComponent(file)}`)}`,
    'actions:',
    '  - target: $',
    '    description: An overlay needs at least one action. This one has no effect; delete it when there is another.',
    '    update: {}',
    ...formatDecisions(served, service),
  ].join('\n')}\n`
}

const introduction =
  'This file has no effect yet: it lists what Standin inferred, commented out. To override a decision, uncomment its action (remove the first # of each line) and change it. x-standin-behaviour: none makes an operation stateless. `standin check --explain` prints the decisions in effect, with filters, paging and envelopes.'

const formatDecisions = ({ document }: ServedDocument, service: Service): readonly string[] => {
  const description = describePlans(service)
  const operations = description.operations.filter((operation) => operation.document === document.name)
  const stateless = operations.filter(({ behaviour }) => behaviour === undefined)
  const resources = service.resources.filter((resource) => resource.document === document)
  const schemas = collectIds(resources)
  return [
    ...resources.flatMap(({ key }) => formatResource(key, { service, description, schemas })),
    ...(stateless.length === 0 ? [] : ['', ...prose(aboutStateless)]),
    ...stateless.flatMap(({ method, path, reason }) => prose(`${method} ${path}: ${reason}`)),
  ]
}

const aboutStateless =
  'Stateless operations: responses are examples or generated. Actions like those above make an operation stateful, if its path and schemas fit: x-standin-behaviour and x-standin-resource on the operation, and x-standin-id on the schema if only the id was not found.'

interface OverlayContext {
  readonly service: Service
  readonly description: ServiceDescription
  /** The id properties of each schema, by its target. A schema is removed when its action has been written. */
  readonly schemas: Map<string, ReadonlySet<string>>
}

/** Two resources can share a schema but have different ids. */
const collectIds = (resources: readonly Resource[]): Map<string, ReadonlySet<string>> => {
  const ids = new Map<string, ReadonlySet<string>>()
  for (const { document, schema, form, idProperty } of resources) {
    const target = form === 'single' ? undefined : targetOfSchema(document, schema)
    if (target !== undefined) ids.set(target, new Set([...(ids.get(target) ?? []), idProperty]))
  }
  return ids
}

const formatResource = (key: string, context: OverlayContext): readonly string[] => {
  const { service, description } = context
  const resource = description.resources.find((one) => one.resource === key)
  if (!resource) return []
  const operations = [...service.decisions.keys()].flatMap((operation, index) => {
    const one = description.operations[index]
    return one?.resource === key ? [formatOperation(operation, one, resource, description)] : []
  })
  return [
    '',
    ...prose(
      `${key}: ${resource.form.is === 'single' ? 'a single record' : 'a collection'} at ${resource.path}; ${resource.form.reason}.`,
    ),
    ...prose(`A record is ${resource.schema.reason}.`),
    ...(resource.form.is === 'single' ? [] : formatId(resource, context)),
    ...operations.flat(),
  ]
}

/** An action for the id, if the id is a single property of a schema in the document and all its resources agree. */
const formatId = (
  { resource: key, id }: ResourceDescription,
  { service, schemas }: OverlayContext,
): readonly string[] => {
  const resource = service.resources.find((one) => one.key === key)
  const reason = prose(`Its id is ${id.property ?? 'not a property of the record'}: ${id.reason}.`)
  const target = resource?.idPath.length === 1 ? targetOfSchema(resource.document, resource.schema) : undefined
  if (target === undefined || schemas.get(target)?.size !== 1) return reason
  schemas.delete(target)
  return [...reason, ...formatAction(target, [`x-standin-id: ${JSON.stringify(id.property)}`])]
}

const formatOperation = (
  operation: Operation,
  { behaviour, reason, parents }: OperationDescription,
  resource: ResourceDescription,
  description: ServiceDescription,
): readonly string[] => {
  const target = targetOfOperation(operation)
  const nearest = parents.find(({ parameter }) => parameter === resource.scope.at(-1)?.parameter)
  const parent = nearest && description.resources.find((one) => one.resource === nearest.resource)
  const words = [
    `x-standin-resource: ${JSON.stringify(resource.name.is)}`,
    `x-standin-behaviour: ${behaviour}`,
    ...(parent ? [`x-standin-parent: ${JSON.stringify(parent.name.is)}`] : []),
  ]
  const because = parents.map(({ resource: name, reason: why }) => `; parent ${name}: ${why}`).join('')
  const place = target === undefined ? '; it is in another file, which an overlay cannot change' : ''
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

/** Stays a comment when the actions around it are uncommented. */
const prose = (text: string, mark = '## '): readonly string[] => wrapText(text, 110).map((line) => mark + line)
