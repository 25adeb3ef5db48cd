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

/** Whether a description says more than the name. */
export const isDescribed = ({ keywords: { description }, name }: Pick<Subject, 'keywords' | 'name'>): boolean => {
  if (typeof description !== 'string' || description.trim() === '') return false
  if (description.length > name.length + 10) return true
  const own = snakeCase(name)
  return snakeCase(description)
    .split('_')
    .some((word) => !own.includes(word))
}

/** The status that a response had: that of an error is not one of success. */
export const httpStatusOf = ({ owner }: Pick<Subject, 'owner'>): number =>
  /(^|_)(errors?|problems?|exceptions?|faults?|failures?)(_|$)|error$/.test(snakeCase(owner)) ? 400 : 200
