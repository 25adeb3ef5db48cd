/**
 * The address of an item whose path does not simply go on from that of its collection: its key has several parts, or it
 * is made below one path and found below another (/owners/{ownerId}/gadgets, /gadgets/{id}).
 */

/** `made` and `item` as the document writes them; the parameters of `item` before its key stand in both. */
export interface ItemPaths {
  readonly made: string
  readonly item: string
  readonly keyParameters: readonly string[]
}

/** Fills an item's path: `called` is the path of the request that made it. */
export type FillItemPath = (called: string, key: readonly string[]) => string

export const createItemPath = ({ made, item, keyParameters }: ItemPaths): FillItemPath => {
  const depth = segmentsOf(made).length
  const template = segmentsOf(item)
  return (called, key) => {
    const given = segmentsOf(called)
    const start = Math.max(0, given.length - depth)
    const filled = template.map((segment, index) =>
      segment.replace(/\{([^{}]+)\}/g, (_, name: string) => {
        const place = keyParameters.indexOf(name)
        return (place === -1 ? given[start + index] : key[place]) ?? ''
      }),
    )
    return `/${[...given.slice(0, start), ...filled].join('/')}`
  }
}

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')
