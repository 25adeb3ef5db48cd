/**
 * People who open the server's address in a browser are redirected to the console. Only an unknown path gets here, so requests of
 * clients do not pay for it.
 */
import type { BehaviourResult } from '../behaviours/behaviour-reply.ts'
import type { Service } from '../loading/service.ts'
import type { IncomingRequest } from '../ports.ts'

/** Whether a browser requests a page at an address that belongs to no document. A document's base address alone does not. */
export const wantsConsole = (request: IncomingRequest, { documents }: Service): boolean =>
  request.method === 'GET' &&
  isPageRequest(request) &&
  !documents.some(({ document: { basePath } }) => basePath !== '' && isBelow(request.path, basePath))

/** Browsers that do not send Fetch Metadata, such as those on plain http to another machine, list text/html first. */
const isPageRequest = ({ headers }: IncomingRequest): boolean => {
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined) return destination === 'document'
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(headers.accept?.toString() ?? '')
}

const isBelow = (path: string, basePath: string): boolean =>
  path.startsWith(`${basePath}/`) && path.length > basePath.length + 1

/** A sandbox's own address leads to the console with this sandbox. */
export const consoleReply = ({ address = '' }: IncomingRequest): BehaviourResult => ({
  kind: 'reply',
  status: 303,
  body: undefined,
  mediaType: '',
  headers: ['Location', `/_sandbox${address}/`],
})
