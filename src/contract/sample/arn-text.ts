/**
 * Names of resources of a cloud (ARN): of the service that has resources of the kind which the property names.
 */
import { singularName } from './property-names.ts'
import { snakeCase, type WriteText } from './record-subject.ts'
import { slug } from './text-by-format.ts'

/** Of the kind that its name says; without one, of a role. */
export const arn: WriteText = ({ name, owner, random }) => {
  const own = snakeCase(name).replace(/_?arns?$/, '')
  const kind = (own === '' ? snakeCase(singularName(owner.split(' ')[0] ?? '')) : own).replaceAll('_', '-')
  const [, part = 'role'] = /(user|group|policy)$/.exec(kind) ?? []
  if (kind === '' || /(role|user|group|policy)$/.test(kind)) return `arn:aws:iam::123456789012:${part}/${slug(random)}`
  const [service] = services.find(([, pattern]) => pattern.test(kind)) ?? [kind.split('-')[0]]
  return `arn:aws:${service}:us-east-1:123456789012:${kind}/${slug(random)}`
}

const services: readonly (readonly [string, RegExp])[] = [
  ['acm', /certificate/],
  ['kms', /key/],
  ['sns', /topic/],
  ['sqs', /queue/],
  ['lambda', /function|lambda/],
  ['ecs', /cluster|task/],
  ['cloudfront', /distribution/],
  ['kinesis', /(^|-)streams?$/],
  ['dynamodb', /table/],
  ['secretsmanager', /secret/],
]
