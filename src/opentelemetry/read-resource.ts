/**
 * The attributes that all spans have in common: the name and version of the service, and those of OTEL_RESOURCE_ATTRIBUTES,
 * a list such as `service.namespace=shop,team=a%20b`.
 */
import type { Environment } from '../options/resolve-options.ts'

export const readResource = (environment: Environment, version: string): Readonly<Record<string, string>> => ({
  'service.name': 'standin',
  'service.version': version,
  ...Object.fromEntries((environment.OTEL_RESOURCE_ATTRIBUTES ?? '').split(',').flatMap(readPair)),
  ...(environment.OTEL_SERVICE_NAME ? { 'service.name': environment.OTEL_SERVICE_NAME } : {}),
})

/** None of a pair that is not valid. */
const readPair = (pair: string): readonly (readonly [string, string])[] => {
  const [name = '', value] = pair.split('=', 2).map((part) => part.trim())
  if (name === '' || value === undefined) return []
  try {
    return [[decodeURIComponent(name), decodeURIComponent(value)]]
  } catch {
    return []
  }
}
