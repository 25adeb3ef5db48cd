/**
 * What can be the name of a scenario that is not in a file of the user: a file name on every system, so that it can be saved.
 */
import { UsageError } from '../errors.ts'

const namePattern = /^(?!none$|con$|nul$|aux$|prn$|com\d$|lpt\d$)[a-z0-9][a-z0-9_-]{0,99}$/i

export const isScenarioName = (name: string): boolean => namePattern.test(name)

/** What prevents that a file of the user, of any other name, is requested: names are listed in a header. Undefined if nothing does. */
export const describeUnrequestable = (name: string): string | undefined => {
  if (name === 'none') return 'none switches scenarios off, so no scenario can have this name'
  if (name.includes(',') || name !== name.trim())
    return `${JSON.stringify(name)} cannot be requested, because commas separate the names of scenarios, and spaces at their ends are ignored`
  return undefined
}

/** Throws UsageError. */
export const checkScenarioName = (name: string): void => {
  if (!isScenarioName(name))
    throw new UsageError(
      `the name of a scenario must be 1 to 100 letters, digits, hyphens and underscores, and begin with a letter or digit; got ${JSON.stringify(name.slice(0, 100))}`,
    )
}
