/**
 * The address of the reference: /_sandbox/docs/DOCUMENT?sandbox=ID. Its fragment names an operation and belongs to the viewer.
 */

export interface ReferenceAddress {
  /** Undefined: the first document. */
  readonly document: string | undefined
  readonly sandbox: string
}

const referencePath = '/_sandbox/docs'

const defaultSandbox = 'default'

export const parseReferenceAddress = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): ReferenceAddress => {
  const segment = pathname.slice(referencePath.length).split('/').find(Boolean)
  const sandbox = new URLSearchParams(search).get('sandbox')
  return { document: segment === undefined ? undefined : decode(segment), sandbox: sandbox || defaultSandbox }
}

export const formatReferenceAddress = ({ document, sandbox }: ReferenceAddress): string => {
  const path = document === undefined ? referencePath : `${referencePath}/${encodeURIComponent(document)}`
  return sandbox === defaultSandbox ? path : `${path}?${new URLSearchParams({ sandbox })}`
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
