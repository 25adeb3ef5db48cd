/**
 * Names of resources of a cloud (ARN): of the service that has resources of the kind which the property names, or of the service
 * that the document describes.
 */
import type { Files } from '../document/references.ts'
import { getOwn, getString, itemsOf } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { says } from './about.ts'
import { cloudRegion } from './location-text.ts'
import { singularName } from './property-names.ts'
import { type ScalarContext, snakeCase, titleOf, type WriteText } from './record-subject.ts'
import { hex, slug, uuid } from './text-by-format.ts'

/** The service of a document whose servers are in the regions of a cloud: `tiles` of `https://tiles.{region}.example.com`. */
export const cloudServiceOf = memoize((files: Files): string | undefined => {
  for (const file of files.values())
    for (const server of itemsOf(getOwn(file, 'servers'))) {
      const [, service] = inRegion.exec(getString(server, 'url') ?? '') ?? []
      if (service !== undefined) return service
    }
  return undefined
})

const inRegion = /^https?:\/\/([a-z][a-z0-9-]*)\.(?:\{region\}|[a-z]{2}(?:-[a-z]+)+-\d)\./

/** `the Amazon Resource Name (ARN) of the pipeline` */
const describedKind =
  /\(ARN\)\s+(?:of|for|that (?:identifies|is assigned to|was assigned to)|assigned to)\s+(?:the|an?|this|your)\s+([a-z]+(?: [a-z]+)?)(?=[.,;]|\s*$)/i

const kindIn = ({ keywords: { description } }: ScalarContext): string | undefined => {
  const [, said] =
    typeof description === 'string'
      ? (describedKind.exec(description.slice(0, 1500).replace(/<[^<>]*>/g, '')) ?? [])
      : []
  return said?.toLowerCase().replaceAll(' ', '-')
}

/** Of the kind that its name says; without one, of what its description or its object is; otherwise of a role. */
export const arn: WriteText = (context) => {
  const { name, owner, cloudService } = context
  const own = snakeCase(name).replace(/_?arns?$/, '')
  const named = own === '' ? snakeCase(singularName(owner.split(' ')[0] ?? '')) : own
  const kind = (own === '' ? kindIn(context) : undefined) ?? named.replaceAll('_', '-')
  // Its own one has the name of the object.
  const isOwn = own === '' || snakeCase(owner).includes(own)
  const called = isOwn && context.isItem !== true ? titleOf(context).join('-') : slug(context.random)
  const region = cloudRegion({ ...context, recordPointer: '' })
  // Groups of other things belong to their service.
  const [, part = 'role'] = /^(?:iam-|user-)?(group)$|(user|policy)$/.exec(kind)?.filter(Boolean) ?? []
  const isOfService = isOwn && cloudService !== undefined && !/role$/.test(kind)
  if (kind === '' || (!isOfService && /(role|user|policy)$|^(iam-|user-)?group$/.test(kind)))
    return `arn:aws:iam::123456789012:${part}/${called}`
  if (!isOfService && /(^|-)bucket$/.test(kind)) return `arn:aws:s3:::${called}`
  // Several services have clusters.
  const isShared = cloudService !== undefined && /cluster$/.test(kind)
  const known = isOfService || isShared ? undefined : services.find(([, pattern]) => pattern.test(kind))
  const isStorageKey = !known && says(context, /\bkey management service\b|\bKMS\b/)
  const service = isStorageKey ? 'kms' : (known?.[0] ?? cloudService ?? kind.split('-')[0])
  const isKey = isStorageKey || known?.[0] === 'kms'
  const isBalancer = known?.[0] === 'elasticloadbalancing' && /balancer$/.test(kind)
  const end = isKey
    ? `key/${uuid(context)}`
    : isBalancer
      ? `loadbalancer/app/${called}/${hex(context.random, 16)}`
      : `${kind}/${called}`
  return `arn:aws:${service}:${region}:123456789012:${end}`
}

const services: readonly (readonly [string, RegExp])[] = [
  ['acm', /certificate/],
  ['kms', /(^|-)(kms|cmk|encryption|customer-master)?-?key$|kms/],
  ['sns', /topic/],
  ['sqs', /queue/],
  ['lambda', /function|lambda/],
  ['ecs', /cluster|task/],
  ['cloudfront', /distribution/],
  ['kinesis', /(^|-)streams?$/],
  ['dynamodb', /table/],
  ['secretsmanager', /secret/],
  ['elasticloadbalancing', /load-?balancer|listener|target-group/],
  ['ec2', /^(vpc|subnet|security-group|instance|volume|snapshot|ec2-.*)$/],
  ['logs', /(^|-)log-group$/],
  ['elasticfilesystem', /(^|-)(efs|file-system)$/],
  ['states', /(^|-)state-machine$/],
  ['events', /(^|-)event-bus$/],
]
