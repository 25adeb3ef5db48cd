import { describe, expect, it } from 'vitest'
import { readResource } from '../../src/opentelemetry/read-resource.ts'

describe('the attributes of the resource', () => {
  const own = { 'service.name': 'standin', 'service.version': '1.0.0' }
  it.each([
    ['nothing', {}, own],
    ['a name', { OTEL_SERVICE_NAME: 'shop' }, { ...own, 'service.name': 'shop' }],
    [
      'a list',
      { OTEL_RESOURCE_ATTRIBUTES: 'team=a%20b, service.name=x' },
      { ...own, team: 'a b', 'service.name': 'x' },
    ],
    [
      'both',
      { OTEL_RESOURCE_ATTRIBUTES: 'service.name=x', OTEL_SERVICE_NAME: 'shop' },
      { ...own, 'service.name': 'shop' },
    ],
    ['pairs that are not valid', { OTEL_RESOURCE_ATTRIBUTES: 'a,=b,c=%zz,,d=1' }, { ...own, d: '1' }],
  ])('%s', (_, environment, expected) => {
    expect(readResource(environment, '1.0.0')).toEqual(expected)
  })
})
