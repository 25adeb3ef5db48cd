/**
 * The client of a request to the token endpoint. Any client is known: its id and secret are not checked.
 */
import { decodeFormText } from '../contract/values/query.ts'
import { OAuthError, type OAuthRequest, parameterLimits } from './oauth-request.ts'

export interface Client {
  readonly id: string
  readonly hasSecret: boolean
}

/** Throws OAuthError if there is none. */
export const readClient = (oauth: OAuthRequest): Client => {
  const client = findClient(oauth)
  if (client) return client
  throw new OAuthError('invalid_client', 'the client is missing; send client_id, or Basic authentication', 401)
}

/** Its secret is in the header or in the body (RFC 6749, section 2.3.1), not in both. Undefined if there is none. */
export const findClient = ({ request, parameters }: OAuthRequest): Client | undefined => {
  const id = parameters.get('client_id')
  const secret = parameters.get('client_secret') ?? ''
  const basic = readBasic(String(request.headers.authorization ?? ''))
  if (!basic) return id === undefined || id === '' ? undefined : { id, hasSecret: secret !== '' }
  if (secret !== '')
    throw new OAuthError('invalid_request', 'client_secret and Basic authentication are both given; send one of them')
  if (id !== undefined && id !== basic.id)
    throw new OAuthError('invalid_request', 'client_id is another one than that of Basic authentication')
  return basic
}

const readBasic = (authorization: string): Client | undefined => {
  const encoded = /^Basic +(\S+) *$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return id === '' || id.length > parameterLimits.short ? undefined : { id: decode(id), hasSecret: secret !== '' }
}

/** Both are encoded as forms are. */
const decode = (text: string): string => decodeFormText(text) ?? text
