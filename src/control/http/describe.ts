/**
 * The JSON representations of sandboxes, clocks, snapshots, keys and documents, and the metrics.
 */

import { readServers } from '../../contract/document/servers.ts'
import type { Coverage } from '../../coverage/coverage.ts'
import type { Service } from '../../loading/service.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { chooseRequest } from '../../requests/choose-request.ts'
import { describeRequest } from '../../requests/describe-request.ts'
import type { Key } from '../../sandboxes/keys.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import { addressOf } from '../../sandboxes/sandbox-name.ts'
import type { Snapshot } from '../../sandboxes/snapshots.ts'

export const describeClock = (sandbox: Sandbox): JsonObject => {
  const { frozen, set } = sandbox.clock.describe()
  return { now: new Date(sandbox.now()).toISOString(), frozen, set }
}

/** `origin` is the server's, `http://127.0.0.1:4010`. */
export const describeSandbox = (sandbox: Sandbox, origin: string, service: Service): JsonObject => {
  const url = origin + addressOf(sandbox.encodedId)
  return {
    id: sandbox.id,
    url,
    addresses: service.documents.map(({ document }) => ({ document: document.name, url: url + document.basePath })),
    scenario: sandbox.scenarios.length === 0 ? null : sandbox.scenarios.join(', '),
    clock: describeClock(sandbox),
    fixtures: sandbox.fixtures ?? null,
    snapshots: sandbox.snapshots.list().map(({ name }) => name),
    exchanges: sandbox.journal.size,
    records: sandbox.state.store.size,
    origin: sandbox.origin,
    lastUsed: new Date(sandbox.lastUsed).toISOString(),
    ttl: sandbox.lifetime ?? null,
    rewind: sandbox.history !== undefined,
  }
}

export const describeSnapshot = ({ name, at }: Snapshot): JsonObject => ({ name, at: new Date(at).toISOString() })

/** `generated`: whether the key was generated for this sandbox. */
export const describeKey = ({ key, state, expires, scopes }: Key, generated: boolean): JsonObject => ({
  key,
  state,
  ...(expires === undefined ? {} : { expires: new Date(expires).toISOString() }),
  ...(scopes === undefined ? {} : { scopes }),
  generated,
})

/** Each with its addresses in a sandbox, and a request there that succeeds. `origin` is the address of the sandbox. */
export const describeDocuments = (service: Service, sandbox: Sandbox, origin: string): Promise<readonly Json[]> =>
  Promise.all(
    service.documents.map(async ({ document, entries }) => {
      const operations = entries.flatMap((entry) => [...entry.operations.values()])
      const request = await chooseRequest(operations, { service, sandbox })
      const { basePath, basePaths, name, title, source } = document
      return {
        name,
        title,
        file: source.file,
        url: origin + basePath,
        addresses: [...new Set([basePath, ...basePaths])].map((path) => origin + path),
        servers: readServers(document),
        operations: operations.length,
        resources: service.resources.filter((resource) => resource.document === document).map(({ key }) => key),
        webhooks: [...service.webhooks.namesOf(document)],
        callbacks: operations.filter((operation) => service.webhooks.hasCallbacks(operation)).length,
        request: request ? describeRequest(request, origin) : null,
      }
    }),
  )

/** In the text format of Prometheus, version 0.0.4. */
export const formatMetrics = (coverage: Coverage, sandboxes: number, journalBytes: number): string => {
  const requests = [...coverage.counts()].flatMap(([key, { statuses }]) =>
    [...statuses].map(
      ([status, count]) => `standin_requests_total{operation="${escapeLabel(key)}",status="${status}"} ${count}`,
    ),
  )
  return [
    '# HELP standin_requests_total Number of requests by operation (document, method and path) and status.',
    '# TYPE standin_requests_total counter',
    ...requests,
    '# HELP standin_sandboxes Number of sandboxes.',
    '# TYPE standin_sandboxes gauge',
    `standin_sandboxes ${sandboxes}`,
    '# HELP standin_journal_bytes Estimated size of all journals in bytes.',
    '# TYPE standin_journal_bytes gauge',
    `standin_journal_bytes ${journalBytes}`,
    '',
  ].join('\n')
}

const escapeLabel = (text: string): string => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
