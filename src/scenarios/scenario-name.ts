/**
 * What can be the name of a scenario that is not in a file of the user: a file name on every system, so that it can be saved.
 */
import { UsageError } from '../errors.ts'

const namePattern = /^(?!none$|con$|nul$|aux$|prn$|com\d$|lpt\d$)[a-z0-9][a-z0-9_-]{0,99}$/i

export const isScenarioName = (name: string): boolean => namePattern.test(name)

/** Throws UsageError. */
export const checkScenarioName = (name: string): void => {
  if (!isScenarioName(name))
    throw new UsageError(
      `the name of a scenario must be 1 to 100 letters, digits, hyphens and underscores, and begin with a letter or digit; got ${JSON.stringify(name.slice(0, 100))}`,
    )
}
