/**
 * A sample request for an operation, as data. It is complete: sent as it is, it is valid. The banner, the control API and
 * the console show it in the languages of format-request.ts.
 */

export interface SampleRequest {
  readonly method: string
  /** With base path and query, percent-encoded. */
  readonly path: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** User and password of Basic or Digest authentication; not among the headers. */
  readonly login: SampleLogin | undefined
  readonly body: SampleBody | undefined
}

export interface SampleLogin {
  readonly scheme: 'basic' | 'digest'
  readonly user: string
  readonly password: string
}

export type SampleBody =
  | { readonly kind: 'text'; readonly mediaType: string; readonly text: string }
  /** multipart/form-data */
  | { readonly kind: 'form-data'; readonly fields: readonly (readonly [name: string, value: string])[] }
