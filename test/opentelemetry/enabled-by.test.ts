import { describe, expect, it } from 'vitest'
import { enabledBy } from '../../src/opentelemetry/enabled-by.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }

describe('enabledBy', () => {
  it.each([
    ['nothing is set', {}, undefined],
    ['an address', endpoint, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    ['an address for traces', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://a' }, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
    ['an exporter', { OTEL_TRACES_EXPORTER: 'otlp' }, 'OTEL_TRACES_EXPORTER'],
    ['an empty address', { OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, undefined],
    ['a variable that only names the service', { OTEL_SERVICE_NAME: 'shop' }, undefined],
    ['no exporter', { ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, undefined],
    ['an SDK that is disabled', { ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }, undefined],
    ['an SDK that is not disabled', { ...endpoint, OTEL_SDK_DISABLED: 'false' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ])('%s', (_, environment, expected) => {
    expect(enabledBy(environment)).toBe(expected)
  })
})
