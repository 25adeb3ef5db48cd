/**
 * The address of the reference: /_sandbox/docs/DOCUMENT?sandbox=ID. Its fragment names an operation and belongs to the viewer;
 * `operation` does, too, for links: the viewer replaces it by the fragment.
 */

export interface ReferenceAddress {
  /** Undefined: the first document. */
  readonly document: string | undefined
  readonly sandbox: string
  /** An operationId, or method and path. */
  readonly operation?: string | undefined
}

const referencePath = '/_sandbox/docs'

const defaultSandbox = 'default'

export const parseReferenceAddress = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): ReferenceAddress => {
  const segment = pathname.slice(referencePath.length).split('/').find(Boolean)
  const query = new URLSearchParams(search)
  return {
    document: segment === undefined ? undefined : decode(segment),
    sandbox: query.get('sandbox') || defaultSandbox,
    operation: query.get('operation') || undefined,
  }
}

export const formatReferenceAddress = ({ document, sandbox, operation }: ReferenceAddress): string => {
  const path = document === undefined ? referencePath : `${referencePath}/${encodeURIComponent(document)}`
  const query = new URLSearchParams({
    ...(sandbox === defaultSandbox ? {} : { sandbox }),
    ...(operation === undefined ? {} : { operation }),
  })
  return query.size === 0 ? path : `${path}?${query}`
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
