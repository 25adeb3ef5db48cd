/**
 * Converts command line options to the options of createStandin.
 */
import type { Finding } from '../errors.ts'
import type { Environment, ServeOptions } from '../options/resolve-options.ts'
import type { Output, RequestLog } from '../ports.ts'
import type { RecordingSummary } from '../proxy/proxy-options.ts'
import { pickOptions, type StandinOptions } from '../standin-options.ts'
import { formatRecording } from './format-recording.ts'

/** What the options depend on apart from the command line. */
export interface Outside {
  readonly environment: Environment
  /** For messages to a person. */
  readonly write: Output
}

export const toStandinOptions = (
  {
    log: _,
    tls,
    delay,
    upstream,
    mock,
    upstreamTimeout,
    upstreamCa,
    insecureUpstream,
    record,
    keepPersonalData,
    fixtures,
    scenarios,
    basePath,
    generate,
    data,
    store,
    adminToken,
    webhookSecret,
    maxMemory,
    ...options
  }: ServeOptions,
  log: RequestLog | undefined,
  onReload: (findings: readonly Finding[]) => void,
  { environment, write }: Outside = { environment: {}, write: () => {} },
): StandinOptions => ({
  // Without those of single commands.
  ...pickOptions(options),
  ...(generate === undefined ? {} : { generate }),
  ...(tls === undefined ? {} : { tls }),
  ...(delay === undefined ? {} : { delay }),
  ...(fixtures === undefined ? {} : { fixtures }),
  ...(scenarios === undefined ? {} : { scenarios }),
  ...(basePath === undefined ? {} : { basePath }),
  ...(data === undefined ? {} : { data }),
  ...(store === undefined ? {} : { store }),
  ...(adminToken === undefined ? {} : { adminToken }),
  ...(webhookSecret === undefined ? {} : { webhookSecret }),
  ...(maxMemory === undefined ? {} : { maxMemory }),
  ...(log === undefined ? {} : { log }),
  ...(upstream.length === 0
    ? {}
    : {
        proxy: {
          upstream,
          mock,
          errors: options.errors,
          timeout: upstreamTimeout,
          insecureUpstream,
          environment,
          keepPersonalData,
          ...(record === undefined ? {} : { record }),
          onRecorded: (summary: RecordingSummary) => {
            for (const line of formatRecording(summary)) write(line)
          },
          onRecordError: (error: unknown) => write(`standin: the recording cannot be written: ${String(error)}`),
          ...(upstreamCa === undefined ? {} : { upstreamCa }),
        },
      }),
  onReload,
})
