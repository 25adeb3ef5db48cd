/**
 * What clients learn about the endpoints: OpenID Connect Discovery 1.0 and RFC 8414 have the same members.
 */
import type { JsonObject } from '../ports.ts'
import type { EndpointKind } from './endpoints.ts'
import type { OAuthRequest } from './oauth-request.ts'

const authMethods = ['client_secret_basic', 'client_secret_post', 'none']

export const describeIssuer = ({ endpoints, base, issuer }: OAuthRequest): JsonObject => {
  const at = (kind: EndpointKind): string => base + endpoints.pathOf(kind)
  return {
    issuer,
    authorization_endpoint: at('authorize'),
    token_endpoint: at('token'),
    revocation_endpoint: at('revoke'),
    introspection_endpoint: at('introspect'),
    userinfo_endpoint: at('userinfo'),
    jwks_uri: at('jwks'),
    scopes_supported: [...new Set(['openid', 'profile', 'email', 'offline_access', ...endpoints.scopes])],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token', 'password'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    claims_supported: ['sub', 'iss', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'name', 'preferred_username', 'email'],
  }
}
