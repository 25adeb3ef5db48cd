/**
 * Names of resources of a cloud (ARN): of the service that has resources of the kind which the property names.
 */
import { cloudRegion } from './location-text.ts'
import { singularName } from './property-names.ts'
import { snakeCase, titleOf, type WriteText } from './record-subject.ts'
import { slug } from './text-by-format.ts'

/** Of the kind that its name says; without one, of a role. */
export const arn: WriteText = (context) => {
  const { name, owner } = context
  const own = snakeCase(name).replace(/_?arns?$/, '')
  const kind = (own === '' ? snakeCase(singularName(owner.split(' ')[0] ?? '')) : own).replaceAll('_', '-')
  // Its own one has the name of the object.
  const isOwn = own === '' || snakeCase(owner).includes(own)
  const called = isOwn && context.isItem !== true ? titleOf(context).join('-') : slug(context.random)
  // Groups of other things belong to their service.
  const [, part = 'role'] = /^(?:iam-|user-)?(group)$|(user|policy)$/.exec(kind)?.filter(Boolean) ?? []
  if (kind === '' || /(role|user|policy)$|^(iam-|user-)?group$/.test(kind))
    return `arn:aws:iam::123456789012:${part}/${called}`
  const [service] = services.find(([, pattern]) => pattern.test(kind)) ?? [kind.split('-')[0]]
  return `arn:aws:${service}:${cloudRegion({ ...context, recordPointer: '' })}:123456789012:${kind}/${called}`
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
