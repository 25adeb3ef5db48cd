/**
 * Requests for all operations of a running sandbox: valid ones, and variants that break the contract or lead to errors.
 */
import { operationsOf } from '../../src/loading/service.ts'
import type { Setup } from '../../src/loading/setup.ts'
import { generateParts } from '../../src/requests/generate-request.ts'
import { variantsOf } from '../../src/requests/request-variants.ts'
import { writeMessage } from '../../src/requests/try-request.ts'
import type { Standin } from '../../src/standin.ts'

export interface GeneratedRequest {
  readonly operation: string
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Whether it is the valid request of its operation. */
  readonly isValid: boolean
}

/** At most `variants` for each operation. */
export const generateRequests = async (standin: Standin, variants: number): Promise<readonly GeneratedRequest[]> => {
  const sandbox = standin.defaultSandbox
  // The setup of a server has its documents, too.
  const { service } = sandbox.setup as Setup
  const requests: GeneratedRequest[] = []
  for (const operation of operationsOf(service)) {
    const parts = await generateParts(operation, { service, sandbox })
    if (!parts) continue
    let count = 0
    for await (const { request } of variantsOf(parts, { service, sandbox })) {
      const { headers, text } = writeMessage(request)
      const { method, path } = request
      requests.push({ operation: operation.id, method, path, headers, body: text, isValid: count === 0 })
      if (++count === variants) break
    }
  }
  return requests
}
