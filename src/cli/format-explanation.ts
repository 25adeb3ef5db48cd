/**
 * What was inferred, for a person: resource by resource, each with its operations, then what has no behaviour; every
 * line with its reason.
 */
import {
  describeDecisions,
  type OperationDescription,
  type ResourceDescription,
  type ServiceDescription,
} from '../behaviours/infer/describe-decisions.ts'
import { wrapText } from '../init/wrap-text.ts'
import type { ServedDocument, Service } from '../loading/service.ts'
import type { Colors } from './colors.ts'

/** Lines of at most a hundred columns, but where one word is longer. */
export const formatExplanation = (service: Service, colors: Colors): readonly string[] => {
  const told = describeDecisions(service)
  return service.documents.flatMap((served) => formatDocument(served, told, colors))
}

const formatDocument = ({ document }: ServedDocument, told: ServiceDescription, colors: Colors): readonly string[] => {
  const resources = told.resources.filter((one) => one.document === document.name)
  const operations = told.operations.filter((one) => one.document === document.name)
  const others = operations.filter(({ behaviour }) => behaviour === undefined)
  const { bold, dim } = colors
  return [
    '',
    `${bold(`${document.title} ${document.version}`.trim())}  ${dim(document.source.file)}`,
    dim(`${operations.length} operations, ${operations.length - others.length} of them stateful`),
    ...resources.flatMap((resource) => formatResource(resource, operations, colors)),
    ...(others.length === 0
      ? []
      : ['', bold('without a behaviour'), ...others.flatMap((one) => formatOther(one, colors))]),
  ]
}

const formatResource = (
  told: ResourceDescription,
  operations: readonly OperationDescription[],
  colors: Colors,
): readonly string[] => {
  const { resource, path, form, schema, id, scope, unique, lifecycles } = told
  const label = (name: string, text: string) => row(name, text, colors)
  return [
    '',
    `${colors.bold(resource)}  ${form.is === 'single' ? 'one thing' : 'a collection'} at ${path}`,
    ...label('form', form.reason),
    ...label('record', describeSchema(schema)),
    ...(form.is === 'single' ? [] : label('id', describeId(id))),
    ...(told.name.reason.startsWith('x-') ? label('name', told.name.reason) : []),
    ...label('belongs to', scope.map(describeScope).join(', ')),
    ...label('unique', unique.join(', ')),
    ...label('lifecycles', lifecycles.map(({ property, states }) => `${property}: ${states.join(' → ')}`).join(', ')),
    ...operations.filter((one) => one.resource === resource).flatMap((one) => formatOperation(one, colors)),
  ]
}

/** Where it stands is told of a component only: of others the operation tells it, and more briefly. */
const describeSchema = ({ is, reason }: ResourceDescription['schema']): string =>
  is.startsWith('#/paths/') ? reason : `${is}, ${reason}`

const describeId = ({ property, is, reason }: ResourceDescription['id']): string =>
  `${property ?? 'not in the record'}, ${is === 'integer' ? 'an integer' : `a ${is}`}: ${reason}`

const describeScope = ({ parameter, property }: ResourceDescription['scope'][number]): string =>
  property === undefined ? `{${parameter}}` : `{${parameter}}, which ${property} repeats`

const formatOperation = (
  { behaviour, method, path, reason, parents, filters, paging, request, response }: OperationDescription,
  colors: Colors,
): readonly string[] => [
  '',
  `  ${colors.green((behaviour ?? '').padEnd(8))} ${colors.bold(`${method} ${path}`)}`,
  ...indent(reason, 11),
  ...row('filters', filters.map(describeFilter).join(', '), colors, 11),
  ...row('paging', paging.map(({ parameter, says }) => `${parameter} (${says})`).join(', '), colors, 11),
  ...row('parents', parents.map(describeParent).join(', '), colors, 11),
  ...row('takes', request?.join(', ') ?? '', colors, 11),
  ...row('answers', response ? describeResponse(response) : '', colors, 11),
]

const describeFilter = ({ parameter, property }: OperationDescription['filters'][number]): string =>
  parameter === property ? parameter : `${parameter} (${property})`

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
    ...(tells.length === 0 ? [] : [`the page is told in ${tells.join(', ')}`]),
  ].join('; ')

const formatOther = ({ method, path, reason }: OperationDescription, { bold }: Colors): readonly string[] => [
  `  ${bold(`${method} ${path}`)}`,
  ...indent(reason, 11),
]

const width = 100

/** A name and what is said of it; nothing where that is nothing. */
const row = (name: string, text: string, { dim }: Colors, start = 2): readonly string[] => {
  if (text === '') return []
  const column = start + 11
  return wrapText(text, width - column).map((line, index) => {
    const before = index === 0 ? ' '.repeat(start) + dim(name.padEnd(10)) : ' '.repeat(column - 1)
    return `${before} ${line}`
  })
}

const indent = (text: string, start: number): readonly string[] =>
  wrapText(text, width - start).map((line) => ' '.repeat(start) + line)
