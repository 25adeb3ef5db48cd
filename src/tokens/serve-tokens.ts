/**
 * Serves the endpoints of OAuth 2.1 and OpenID Connect for the sandbox that a request names. They are not part of a document:
 * their requests are logged, but not in the journal, which would show the secrets in them.
 */
import type { ParsedQuery } from '../contract/values/query.ts'
import { originOf } from '../contract/values/request-header.ts'
import type { Service } from '../loading/service.ts'
import type { IncomingRequest, Reply } from '../ports.ts'
import { readSandboxId } from '../sandboxes/open-sandbox.ts'
import { repeatWhileGone } from '../sandboxes/operation.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { defaultId, idInToken } from '../sandboxes/sandbox-name.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import { type EndpointKind, endpointsOf } from './endpoints.ts'
import { idInGrant } from './grants.ts'
import { OAuthError, type OAuthRequest, readBearer, readForm, replyError, toParameters } from './oauth-request.ts'

export interface TokensParts {
  readonly sandboxes: Sandboxes
  /** Logs in without a page. */
  readonly autoApprove: boolean
}

export interface TokensRequest {
  readonly service: Service
  /** Without the address of the sandbox in its path. */
  readonly request: IncomingRequest
  readonly query: ParsedQuery
}

export interface TokensReply {
  readonly reply: Reply
  /** The id of the sandbox. */
  readonly sandbox: string | undefined
}

export class Tokens {
  readonly #parts: TokensParts

  constructor(parts: TokensParts) {
    this.#parts = parts
  }

  /** For people; undefined if no document uses oauth2 or openIdConnect. */
  issuerOf(service: Service, origin: string): string | undefined {
    const { isUsed, issuer } = endpointsOf(service)
    return isUsed ? origin + issuer : undefined
  }

  /** Undefined if no endpoint has the path. Rejects with LogError if the sandbox cannot be read or stored. */
  serve({ service, request, query }: TokensRequest): Promise<TokensReply> | undefined {
    const kind = endpointsOf(service).byPath.get(request.path)
    return kind && this.#serve(kind, { service, request, query })
  }

  async #serve(kind: EndpointKind, received: TokensRequest): Promise<TokensReply> {
    let sandbox: Sandbox | undefined
    try {
      const allowed = methods[kind]
      const { method } = received.request
      if (!allowed.includes(method === 'HEAD' ? 'GET' : method)) {
        const error = new OAuthError(
          'invalid_request',
          `the endpoint supports ${allowed.join(', ')}, got ${method}`,
          405,
        )
        const reply = replyError(error)
        reply.headers.push('Allow', allowed.join(', '))
        return { reply, sandbox: undefined }
      }
      const parameters = await readParameters(kind, received)
      // Signing is loaded with the first request.
      const { answer } = await import('./answer.ts')
      return await repeatWhileGone(async () => {
        const found = await this.#findSandbox(received, parameters)
        sandbox = found
        const oauth = this.#describe(received, found, parameters)
        return { reply: await found.transact(() => answer(kind, oauth)), sandbox: found.id }
      })
    } catch (error) {
      if (error instanceof OAuthError) return { reply: replyError(error), sandbox: sandbox?.id }
      throw error
    }
  }

  #describe(
    { service, request }: TokensRequest,
    sandbox: Sandbox,
    parameters: ReadonlyMap<string, string>,
  ): OAuthRequest {
    const endpoints = endpointsOf(service)
    const base = `${originOf(request) ?? 'http://standin.local'}${request.address ?? ''}`
    const { autoApprove } = this.#parts
    return { request, sandbox, endpoints, base, issuer: base + endpoints.issuer, autoApprove, parameters }
  }

  /** The one that the request names, else that of the code or the token in it, else the default one. None is created. */
  async #findSandbox({ request, query }: TokensRequest, parameters: ReadonlyMap<string, string>): Promise<Sandbox> {
    const { sandboxes } = this.#parts
    const read = readSandboxId(request.headers, query.pairs, request.address)
    if (read.kind === 'rejected') throw new OAuthError('invalid_request', read.rejection.message)
    const id = read.kind === 'id' ? read.id : (idInParameters(request, parameters) ?? defaultId)
    if (sandboxes.needsRefresh) await sandboxes.refresh(id)
    const sandbox = sandboxes.find(id)
    if (sandbox) return sandbox
    throw new OAuthError('invalid_request', `there is no sandbox ${JSON.stringify(id)}; create it first`)
  }
}

const methods: Readonly<Record<EndpointKind, readonly string[]>> = {
  authorize: ['GET', 'POST'],
  token: ['POST'],
  revoke: ['POST'],
  introspect: ['POST'],
  userinfo: ['GET', 'POST'],
  jwks: ['GET'],
  discovery: ['GET'],
}

/** Those of the query, or of a form. The login page has both: its form is sent to the address that it was requested with. */
const readParameters = async (
  kind: EndpointKind,
  { request, query }: TokensRequest,
): Promise<ReadonlyMap<string, string>> => {
  const isPost = request.method === 'POST'
  if (isPost && kind !== 'authorize') {
    checkPlace(query)
    return readForm(request)
  }
  return new Map([...toParameters(query.pairs), ...(isPost ? await readForm(request) : [])])
}

/** Parameters that logs of other servers would show in an address (RFC 6749, section 2.3.1; OAuth 2.1, section 2.4.1). */
const bodyOnly: ReadonlySet<string> = new Set([
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'code_verifier',
  'refresh_token',
  'token',
  'username',
  'password',
])

const checkPlace = ({ pairs }: ParsedQuery): void => {
  const misplaced = pairs.find(([name]) => bodyOnly.has(name))?.[0]
  if (misplaced !== undefined)
    throw new OAuthError('invalid_request', `the parameter ${misplaced} must be in the body, not in the address`)
}

const idInParameters = ({ headers }: IncomingRequest, parameters: ReadonlyMap<string, string>): string | undefined => {
  const token = parameters.get('token') ?? ''
  const opaque = parameters.get('code') ?? parameters.get('refresh_token') ?? token
  return idInGrant(opaque) ?? idInToken(token) ?? idInToken(readBearer(headers))
}
