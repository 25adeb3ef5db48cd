/**
 * The place of a generated value in its body: pointers, names, and what the object that has it describes.
 */
import type { MergedSchema } from '../schema/merge-schema.ts'
import { memoize } from '../values/memoize.ts'
import { appendPointer } from '../values/pointer.ts'
import { type DocumentedGroups, noGroups } from './example-groups.ts'
import type { Phase } from './phases.ts'
import { nestedName } from './property-names.ts'
import { type Facts, noFacts } from './record-facts.ts'
import {
  describesCard,
  describesCode,
  describesContact,
  describesCountry,
  describesDate,
  describesFile,
  describesHost,
  describesNamedPerson,
  describesPerson,
  describesPlace,
  describesRecord,
  describesResource,
  describesSchedule,
  describesThing,
  type ScalarContext,
} from './record-subject.ts'
import type { ValueContext } from './value-options.ts'

/** What an object describes: a person, an address, a thing with measures, a machine, a file, a country, source code, a date,
 * a record, a bank card. */
interface Subject {
  readonly isPerson: boolean
  readonly isNamedPerson: boolean
  readonly isContact: boolean
  readonly isPlace: boolean
  readonly isThing: boolean
  readonly isHost: boolean
  readonly isFile: boolean
  readonly isCountry: boolean
  readonly isCode: boolean
  readonly isDate: boolean
  readonly isRecord: boolean
  readonly isCard: boolean
  readonly isResource: boolean
  readonly isSchedule: boolean
  readonly isDescribed: boolean
}

/** Where a value is generated. */
export interface Place extends Subject {
  readonly pointer: string
  /** The number of objects and arrays around it. */
  readonly depth: number
  /** The name of the property and of the object that has it. */
  readonly name: string
  readonly owner: string
  /** The pointer of that object. */
  readonly ownerPointer: string
  /** The pointer of the object whose person is described, and of the nearest item of a list. */
  readonly personPointer: string
  readonly recordPointer: string
  /** The pointer of the record inside of another one that it belongs to, unless that is an item of a list. */
  readonly partPointer?: string | undefined
  /** How far the record is that it belongs to, as far as a state says. */
  readonly phase?: Phase | undefined
  /** What the words of the record around it decide. */
  readonly facts: Facts
  /** The groups of properties for which the examples of the document are used. */
  readonly documented: DocumentedGroups
  /** As in the context of a scalar. */
  readonly rank?: ScalarContext['rank']
  readonly cities?: ScalarContext['cities']
  /** As in the context of a scalar. */
  readonly isAmongFlags?: boolean
  /** Whether it is an item of a list. */
  readonly isItem: boolean
  /** Its place in that list. */
  readonly index?: number
  /** Addresses of the schemas around it. */
  readonly around: ReadonlySet<string>
}

/** The same place, if its name has no others in it. */
export const withOwnName = (place: Place): Place => {
  const [owner, name] = nestedName(place.name) ?? []
  return owner === undefined || name === undefined ? place : { ...place, name, owner: `${owner} ${place.owner}`.trim() }
}

/** The place of the whole value. */
export const firstPlace = ({ name = '', owner, rank }: ValueContext): Place => ({
  // A property alone gets the value that it has within its object.
  pointer: owner === undefined ? '' : appendPointer('', name),
  depth: 0,
  name,
  owner: owner?.name ?? '',
  ownerPointer: '',
  personPointer: '',
  recordPointer: '',
  isPerson: false,
  isNamedPerson: false,
  isContact: false,
  isPlace: false,
  isThing: false,
  isHost: false,
  isFile: false,
  isCountry: false,
  isCode: false,
  isDate: false,
  isRecord: false,
  isCard: false,
  isResource: false,
  isSchedule: false,
  isDescribed: false,
  isItem: false,
  facts: noFacts,
  documented: noGroups,
  rank,
  around: new Set<string>(),
})

/** What an object with these properties describes. */
export const subjectOf = memoize(
  (properties: MergedSchema['properties']): Subject => ({
    isPerson: describesPerson(properties.keys()),
    isNamedPerson: describesNamedPerson(properties.keys()),
    isContact: describesContact([...properties.keys()]),
    isPlace: describesPlace(properties.keys()),
    isThing: describesThing(properties.keys()),
    isHost: describesHost(properties.keys()),
    isFile: describesFile(properties.keys()),
    isCountry: describesCountry(properties.keys()),
    isCode: describesCode(properties.keys()),
    isDate: describesDate(properties.keys()),
    isRecord: describesRecord(properties.keys()),
    isCard: describesCard(properties.keys()),
    isResource: describesResource(properties.keys()),
    isSchedule: describesSchedule(properties.keys()),
    isDescribed: [...properties.keys()].some((name) => /^description$/i.test(name)),
  }),
)
