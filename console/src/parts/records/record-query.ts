/**
 * What a table of records shows, as it is in the address: `?sort=-name&q=rex&where[status]=sold`.
 */

export interface RecordQuery {
  /** A JSON pointer or a property; with a hyphen in front, descending. Empty: by id. */
  readonly sort: string
  readonly q: string
  readonly where: Readonly<Record<string, string>>
  /** The id of an exchange: the records as they were then. Empty: now. */
  readonly at: string
}

type AddressQuery = Readonly<Record<string, string>>

const conditionPattern = /^where\[(.+)\]$/

export const readRecordQuery = (query: AddressQuery): RecordQuery => ({
  sort: query.sort ?? '',
  q: query.q ?? '',
  where: Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      const place = conditionPattern.exec(name)?.[1]
      return place === undefined ? [] : [[place, value]]
    }),
  ),
  at: query.at ?? '',
})

/** As parameters of the address; what is empty is left out. */
export const writeRecordQuery = ({ sort, q, where, at }: RecordQuery): AddressQuery => ({
  ...(sort === '' ? {} : { sort }),
  ...(q === '' ? {} : { q }),
  ...(at === '' ? {} : { at }),
  ...Object.fromEntries(Object.entries(where).map(([place, value]) => [`where[${place}]`, value])),
})

/** As parameters of the control API. */
export const toParameters = ({ sort, q, where, at }: RecordQuery) => ({
  ...(sort === '' ? {} : { sort }),
  ...(q === '' ? {} : { q }),
  ...(at === '' ? {} : { at }),
  ...(Object.keys(where).length === 0 ? {} : { where: { ...where } }),
})

export const isFiltered = ({ q, where }: RecordQuery): boolean => q !== '' || Object.keys(where).length > 0

/** The next order of a column: ascending, descending, by id. */
export const nextSort = (sort: string, pointer: string): string =>
  sort === pointer ? `-${pointer}` : sort === `-${pointer}` ? '' : pointer

export const directionOf = (sort: string, pointer: string): 'ascending' | 'descending' | 'none' =>
  sort === pointer ? 'ascending' : sort === `-${pointer}` ? 'descending' : 'none'
