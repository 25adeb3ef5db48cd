/**
 * Joins the JSON of the records of a page. Clients read the same page again and again, so the latest one is there until one of
 * its records changes.
 */
import type { StoredRecord } from '../../../store/store.ts'
import type { LocatedRequest } from '../location.ts'
import { type ListBody, writeList } from './list-body.ts'

interface Page {
  readonly records: readonly StoredRecord[]
  readonly json: string
}

/** A JSON array. Not a promise if the records are those of the latest page. */
export type PageWriter = (records: readonly StoredRecord[], request: LocatedRequest) => string | Promise<string>

export const createPageWriter = (list: ListBody): PageWriter => {
  // Weak: the garbage collector takes pages, however many lists a document has, and the records in them.
  let latest: WeakRef<Page> | undefined
  const join = async (records: readonly StoredRecord[], request: LocatedRequest): Promise<string> => {
    const json = await writeList(list, records, request)
    if (list.hasAddresses) return json
    latest = new WeakRef({ records, json })
    return json
  }
  return (records, request) => {
    const page = latest?.deref()
    return page && isSame(page.records, records) ? page.json : join(records, request)
  }
}

/** Stored records are frozen; a changed record is another object. */
const isSame = (some: readonly StoredRecord[], others: readonly StoredRecord[]): boolean => {
  if (some.length !== others.length) return false
  for (let index = 0; index < some.length; index++) if (some[index] !== others[index]) return false
  return true
}
