/**
 * What a property is about, by the words of its object, its own name and its description. Separate, because every table of
 * names asks: a name with several meanings gets a telling value only where these words say which one is meant.
 */
import { type ScalarContext, snakeCase } from './record-subject.ts'

type Subject = Pick<ScalarContext, 'owner' | 'name' | 'keywords'>

/** Matches one of these words, also in the plural, among others in snake case. */
export const anyOf = (words: string): RegExp => new RegExp(`(^|_)(${words.trim().split(/\s+/).join('|')})(e?s)?(_|$)`)

/** Whether the name of the object or of the property has such a word. */
export const isAbout = ({ owner, name }: Pick<Subject, 'owner' | 'name'>, words: RegExp): boolean =>
  words.test(snakeCase(`${owner} ${name}`))

/** Whether the description has such a word. */
export const says = ({ keywords: { description } }: Pick<Subject, 'keywords'>, words: RegExp): boolean =>
  typeof description === 'string' && words.test(description)

export const isDescribed = ({ keywords: { description } }: Pick<Subject, 'keywords'>): boolean =>
  typeof description === 'string' && description.trim() !== ''

/** The status that a response had: that of an error is not one of success. */
export const httpStatusOf = ({ owner }: Pick<Subject, 'owner'>): number =>
  /(^|_)(errors?|problems?|exceptions?|faults?|failures?)(_|$)|error$/.test(snakeCase(owner)) ? 400 : 200
