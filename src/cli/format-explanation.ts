/**
 * Formats the output of `standin check --explain`: each resource with its operations, then the operations without a
 * behaviour, all with the reason for each decision.
 */
import {
  describePlans,
  type OperationDescription,
  type ResourceDescription,
  type ServiceDescription,
} from '../behaviours/plan/describe-plans.ts'
import { wrapText, wrapWords } from '../contract/values/wrap-text.ts'
import type { ServedDocument, Service } from '../loading/service.ts'
import { describeWebhooks, type WebhookDescription } from '../webhooks/plan/describe-webhooks.ts'
import type { Colors } from './colors.ts'

/** Lines of at most `width` columns, unless a single word is longer. */
export const formatExplanation = (service: Service, colors: Colors, width: number): readonly string[] => {
  const description = describePlans(service)
  const webhooks = describeWebhooks(service.webhooks)
  return service.documents.flatMap((served) => [
    ...formatDocument(served, description, { colors, width }),
    ...formatWebhooks(
      webhooks.filter(({ document }) => document === served.document.name),
      { colors, width },
    ),
  ])
}

interface Style {
  readonly colors: Colors
  /** Columns of a line. */
  readonly width: number
}

const formatDocument = (
  { document }: ServedDocument,
  description: ServiceDescription,
  style: Style,
): readonly string[] => {
  const resources = description.resources.filter((resource) => resource.document === document.name)
  const operations = description.operations.filter((operation) => operation.document === document.name)
  const stateless = operations.filter(({ behaviour }) => behaviour === undefined)
  const { bold, dim } = style.colors
  return [
    '',
    ...wrapWords(
      [...`${document.title} ${document.version}`.trim().split(' ').map(bold), dim(document.source.file)],
      style.width,
    ),
    dim(
      `${operations.length} ${operations.length === 1 ? 'operation' : 'operations'}, ${operations.length - stateless.length} stateful`,
    ),
    ...resources.flatMap((resource) => formatResource(resource, operations, style)),
    ...(stateless.length === 0
      ? []
      : ['', bold('stateless operations'), ...stateless.flatMap((operation) => formatStateless(operation, style))]),
  ]
}

const formatResource = (
  description: ResourceDescription,
  operations: readonly OperationDescription[],
  style: Style,
): readonly string[] => {
  const { resource, path, form, schema, id, scope, unique, lifecycles } = description
  const label = (name: string, text: string) => row(name, text, style)
  return [
    '',
    ...wrapWords(
      [style.colors.bold(resource), ` ${form.is === 'single' ? 'a single record' : 'a collection'} at ${path}`],
      style.width,
    ),
    ...label('kind', form.reason),
    ...label('record', describeSchema(schema)),
    ...(form.is === 'single' ? [] : label('id', describeId(id))),
    ...(description.name.reason.startsWith('x-') ? label('name', description.name.reason) : []),
    ...label('parent', scope.map(describeScope).join(', ')),
    ...label('unique', unique.join(', ')),
    ...label('lifecycles', lifecycles.map(({ property, states }) => `${property}: ${states.join(' → ')}`).join(', ')),
    ...operations
      .filter((operation) => operation.resource === resource)
      .flatMap((operation) => formatOperation(operation, style)),
  ]
}

/** The location is shown only for a component. For an inline schema the reason names it. */
const describeSchema = ({ is, reason }: ResourceDescription['schema']): string =>
  is.startsWith('#/paths/') ? reason : `${is}, ${reason}`

const describeId = ({ property, is, reason }: ResourceDescription['id']): string =>
  `${property ?? 'not a property of the record'}, ${is === 'integer' ? 'an integer' : `a ${is}`}: ${reason}`

const describeScope = ({ parameter, property }: ResourceDescription['scope'][number]): string =>
  property === undefined ? `{${parameter}}` : `{${parameter}}, stored in ${property}`

const formatOperation = (
  { behaviour, method, path, reason, parents, filters, paging, ignored, request, response }: OperationDescription,
  style: Style,
): readonly string[] => [
  '',
  `  ${style.colors.green((behaviour ?? '').padEnd(8))} ${style.colors.bold(`${method} ${path}`)}`,
  ...indent(reason, style),
  ...row('filters', filters.map(describeFilter).join(', '), style, 11),
  ...row('paging', paging.map(({ parameter, says }) => `${parameter} (${says})`).join(', '), style, 11),
  ...row('no effect', describeIgnored(ignored), style, 11),
  ...row('parents', parents.map(describeParent).join(', '), style, 11),
  ...row('request', request?.join(', ') ?? '', style, 11),
  ...row('response', response ? describeResponse(response) : '', style, 11),
]

const describeFilter = ({ parameter, property, match }: OperationDescription['filters'][number]): string => {
  if (match !== 'equal') return `${parameter} (${match === 'text' ? 'text in' : match} ${property})`
  return parameter === property ? parameter : `${parameter} (${property})`
}

const describeIgnored = (ignored: readonly string[]): string =>
  ignored.length === 0
    ? ''
    : `${ignored.join(', ')}; x-standin-filter or x-standin-page in the overlay gives one a meaning`

const describeParent = ({ resource, parameter, reason }: OperationDescription['parents'][number]): string =>
  `${resource} by {${parameter}}: ${reason}`

const describeResponse = ({
  status,
  mediaType,
  envelope,
  tells,
}: NonNullable<OperationDescription['response']>): string =>
  [
    `${status} ${mediaType ?? 'without a body'}`,
    ...(envelope ? [`envelope ${envelope}`] : []),
    ...(tells.length === 0 ? [] : [`paging information in ${tells.join(', ')}`]),
  ].join('; ')

const formatStateless = ({ method, path, reason }: OperationDescription, style: Style): readonly string[] => [
  `  ${style.colors.bold(`${method} ${path}`)}`,
  ...indent(reason, style),
]

const formatWebhooks = (webhooks: readonly WebhookDescription[], style: Style): readonly string[] =>
  webhooks.length === 0
    ? []
    : ['', style.colors.bold('webhooks and callbacks'), ...webhooks.flatMap((webhook) => formatWebhook(webhook, style))]

const formatWebhook = (webhook: WebhookDescription, style: Style): readonly string[] => {
  const { kind, name, method, mediaType, url = '', record } = webhook
  const place = record === '' ? 'the body' : (record ?? '')
  return [
    '',
    `  ${style.colors.green(kind)} ${style.colors.bold(name)}`,
    ...row('sent', `${describeEvent(webhook)}: ${webhook.reason}`, style, 11),
    ...row('url', url, style, 11),
    ...row('request', `${method} ${mediaType ?? 'application/json'}`, style, 11),
    ...row('record', place, style, 11),
  ]
}

const describeEvent = ({ kind, operation, resource, event, property, to }: WebhookDescription): string => {
  if (kind === 'callback') return `after ${operation}`
  if (event === undefined) return 'never'
  if (event !== 'moved') return `${resource} ${event}`
  return `${resource} moved, ${property} ${to === undefined ? 'changes' : `becomes ${to}`}`
}

/** A label with its text; no lines if the text is empty. */
const row = (name: string, text: string, { colors, width }: Style, start = 2): readonly string[] => {
  if (text === '') return []
  const column = start + 11
  return wrapText(text, width - column).map((line, index) => {
    const before = index === 0 ? ' '.repeat(start) + colors.dim(name.padEnd(10)) : ' '.repeat(column - 1)
    return `${before} ${line}`
  })
}

/** Below the path of an operation. */
const indent = (text: string, { width }: Style): readonly string[] =>
  wrapText(text, width - 11).map((line) => ' '.repeat(11) + line)
