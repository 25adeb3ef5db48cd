/**
 * Puts a key where each security scheme of a document wants it: as Swagger UI's state, or as a cookie, which a page cannot set
 * on a request.
 */
import type { SwaggerSystem } from 'swagger-ui-dist/swagger-ui-es-bundle.js'

export interface SecurityScheme {
  readonly name: string
  readonly schema: Readonly<Record<string, unknown>>
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** The schemes of an OpenAPI document. A scheme can be a reference to another one. */
export const readSchemes = (document: unknown): readonly SecurityScheme[] => {
  const { components, securityDefinitions } = asObject(document)
  const schemes = asObject(securityDefinitions ?? asObject(components).securitySchemes)
  return Object.entries(schemes).map(([name, value]) => {
    const { $ref } = asObject(value)
    const target = typeof $ref === 'string' ? schemes[$ref.split('/').at(-1) ?? ''] : value
    return { name, schema: asObject(target) }
  })
}

/** Swagger UI would fetch the discovery document of an openIdConnect scheme. Its requests are those of a bearer token. */
export const replaceDiscovery = (document: unknown): unknown => {
  const root = asObject(document)
  const components = asObject(root.components)
  const schemes = Object.entries(asObject(components.securitySchemes))
  if (!schemes.some(([, scheme]) => asObject(scheme).type === 'openIdConnect')) return document
  const replaced = schemes.map(([name, scheme]) =>
    asObject(scheme).type === 'openIdConnect' ? [name, { type: 'http', scheme: 'bearer' }] : [name, scheme],
  )
  return { ...root, components: { ...components, securitySchemes: Object.fromEntries(replaced) } }
}

/** Sends the key with each request that needs one; undefined sends none. */
export const applyKey = (
  { authActions }: SwaggerSystem,
  schemes: readonly SecurityScheme[],
  key: string | undefined,
): void => {
  // Without a credential before, there is nothing to log out of, and Swagger UI fails.
  authActions.authorize({})
  authActions.logout(schemes.map(({ name }) => name))
  if (key === undefined) return
  for (const { name, schema } of schemes) {
    if (schema.type === 'oauth2')
      authActions.authorizeOauth2({ auth: { name, schema }, token: { access_token: key, token_type: 'Bearer' } })
    else authActions.authorize({ [name]: { name, schema, value: isBasic(schema) ? splitUser(key) : key } })
  }
}

const isBasic = ({ type, scheme }: SecurityScheme['schema']): boolean =>
  type === 'basic' || (type === 'http' && String(scheme).toLowerCase() === 'basic')

/** A key without a colon is a user without a password. */
const splitUser = (key: string): { readonly username: string; readonly password: string } => {
  const colon = key.indexOf(':')
  return colon === -1
    ? { username: key, password: '' }
    : { username: key.slice(0, colon), password: key.slice(colon + 1) }
}

/** Sets the cookies that the schemes want for a request to `path`. They last only as long as a request takes. */
export const setCookies = (schemes: readonly SecurityScheme[], key: string | undefined, path: string): void => {
  for (const { schema } of schemes)
    if (schema.type === 'apiKey' && schema.in === 'cookie')
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS
      document.cookie = [
        `${String(schema.name)}=${encodeURIComponent(key ?? '')}`,
        `Path=${path}`,
        'SameSite=Strict',
        `Max-Age=${key === undefined ? 0 : 30}`,
      ].join('; ')
}
