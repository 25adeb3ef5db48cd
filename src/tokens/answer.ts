/**
 * The answer of each endpoint. Loaded with the first request to one of them.
 */
import type { Reply } from '../ports.ts'
import { isActive } from '../sandboxes/keys.ts'
import { answerAuthorize } from './authorize.ts'
import { describeIssuer } from './discovery.ts'
import type { EndpointKind } from './endpoints.ts'
import { OAuthError, type OAuthRequest, readBearer, replyJson } from './oauth-request.ts'
import { profileOf, publicKeys } from './signing.ts'
import { answerIntrospection, answerRevocation, answerToken } from './token-endpoint.ts'

/** Call it within `transact`. Throws OAuthError. */
export const answer = async (kind: EndpointKind, oauth: OAuthRequest): Promise<Reply> => {
  switch (kind) {
    case 'authorize':
      return answerAuthorize(oauth)
    case 'token':
      return answerToken(oauth)
    case 'revoke':
      return answerRevocation(oauth)
    case 'introspect':
      return answerIntrospection(oauth)
    case 'userinfo':
      return answerUserinfo(oauth)
    case 'jwks':
      return replyJson(await publicKeys(oauth.sandbox))
    case 'discovery':
      return replyJson(describeIssuer(oauth))
  }
}

/** OpenID Connect Core, section 5.3. */
const answerUserinfo = ({ request, sandbox }: OAuthRequest): Reply => {
  const token = readBearer(request.headers)
  const key = sandbox.keys.find(token)
  const claims = sandbox.keys.readToken(token)
  if (!key || !claims || !isActive(key, sandbox.now()))
    throw new OAuthError('invalid_token', 'the access token is missing, unknown, revoked or has expired', 401)
  return replyJson({ sub: claims.subject, ...profileOf(claims.subject, claims.scopes) })
}
