/**
 * The Location of a new record (RFC 9110, section 10.2.2), relative to the address that was requested, whatever base path
 * or sandbox that contains.
 */
import { originOf } from '../../contract/values/request-header.ts'
import type { IncomingRequest } from '../../ports.ts'
import type { RecordId } from '../../store/store.ts'
import type { LocationPlan } from '../plan/operation-plan.ts'

export type LocatedRequest = Pick<IncomingRequest, 'address' | 'path' | 'headers' | 'isSecure'>

export type WriteLocation = (request: LocatedRequest, id: RecordId) => string

/** `styleId` writes an id in the style of its path parameter. */
export const compileLocation = (plan: LocationPlan, styleId: (id: string) => string): WriteLocation => {
  const { isAbsolute } = plan
  switch (plan.kind) {
    case 'same':
      return (request) => writeAddress(request, request.path, isAbsolute)
    case 'below':
      return (request, id) => {
        const collection = request.path.replace(/\/$|\.json$/, '')
        const segment = plan.before + styleId(encodeURIComponent(String(id))) + plan.after
        return writeAddress(request, `${collection}/${segment}`, isAbsolute)
      }
    case 'elsewhere': {
      const isComposite = plan.keyParameters.length > 1
      const fill = createPathFiller(plan)
      return (request, id) => {
        const key = isComposite ? String(id).split('/') : [encodeURIComponent(String(id))]
        return writeAddress(request, fill(request.path, key), isAbsolute)
      }
    }
  }
}

const writeAddress = (request: LocatedRequest, path: string, isAbsolute: boolean): string =>
  `${(isAbsolute && originOf(request)) || ''}${request.address ?? ''}${path}`

/**
 * Fills the parameters in an item's path: those of the key with the new id, the others from the requested path, in which
 * they have the same position.
 */
const createPathFiller = ({
  created,
  item,
  keyParameters,
}: Extract<LocationPlan, { readonly kind: 'elsewhere' }>): ((requested: string, key: readonly string[]) => string) => {
  const depth = segmentsOf(created).length
  const template = segmentsOf(item)
  return (requested, key) => {
    const segments = segmentsOf(requested)
    // What comes before is the base path.
    const start = Math.max(0, segments.length - depth)
    const filled = template.map((segment, index) =>
      segment.replace(/\{([^{}]+)\}/g, (_, name: string) => {
        const place = keyParameters.indexOf(name)
        return (place === -1 ? segments[start + index] : key[place]) ?? ''
      }),
    )
    return `/${[...segments.slice(0, start), ...filled].join('/')}`
  }
}

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')
