/**
 * A sample request as the control API and the console show it: its parts, and the commands to copy.
 */
import type { JsonObject } from '../ports.ts'
import { formatCurl, formatFetch, formatPython } from './format-request.ts'
import type { SampleRequest } from './sample-request.ts'

/** `origin` is the server's address, or that of a sandbox. */
export const describeRequest = (request: SampleRequest, origin: string): JsonObject => ({
  method: request.method,
  url: origin + request.path,
  curl: formatCurl(request, origin),
  fetch: formatFetch(request, origin),
  python: formatPython(request, origin),
})
