/**
 * Whether the environment enables spans. The variables are those of the OpenTelemetry specification; the SDK reads the others.
 */
import type { Environment } from '../options/resolve-options.ts'

/** The variable that enables spans; undefined if none does, or if another one disables them. */
export const enabledBy = (environment: Environment): string | undefined => {
  if (environment.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return undefined
  const exporters = (environment.OTEL_TRACES_EXPORTER ?? '').split(',').map((name) => name.trim())
  if (exporters.includes('none')) return undefined
  // An empty variable is the same as one that is not set.
  return enabling.find((name) => environment[name]?.trim())
}

const enabling = ['OTEL_TRACES_EXPORTER', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT']
