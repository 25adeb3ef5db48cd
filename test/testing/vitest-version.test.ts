/**
 * standin/vitest checks the installed version of vitest when it is imported.
 */
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { checkVitestVersion } from '../../src/testing/vitest.ts'

describe('standin/vitest', () => {
  for (const version of ['3.2.0', '3.2.4', '4.1.0', '10.0.0'])
    it(`accepts vitest ${version}`, () => expect(() => checkVitestVersion(version)).not.toThrow())

  for (const version of ['2.1.9', '3.0.0', '3.1.9', 'garbage', ''])
    it(`rejects vitest "${version}" and names the oldest supported version`, () => {
      expect(() => checkVitestVersion(version)).toThrow(UsageError)
      expect(() => checkVitestVersion(version)).toThrow(
        `standin/vitest needs vitest 3.2 or later, but vitest ${version} is installed. Update it (npm install --save-dev vitest@latest)`,
      )
    })
})
