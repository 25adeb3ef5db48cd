/**
 * docs/advisories.md has every package that is installed or built in, in its version, and every advisory with its reason.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { knownAdvisories, readInstalled, writeAdvisoriesPage } from '../scripts/advisories.ts'
import { readTable } from './support/markdown.ts'
import { projectFolder } from './support/run-command.ts'

const page = 'docs/advisories.md'
const rows = readTable(page, 'Packages')
const idsOf = (where: string): string[] =>
  rows.filter((row) => row.where === where).map((row) => `${row.package}@${row.version}`)

/** `name@version` of each package in dist. */
const readBuiltIn = (): string[] => {
  const bom = JSON.parse(readFileSync(`${projectFolder}dist/sbom.cdx.json`, 'utf8')) as {
    readonly components: readonly { readonly 'bom-ref': string }[]
  }
  return bom.components.map((component) => component['bom-ref'])
}

it('the page is what npm run docs writes', () => {
  expect(readFileSync(projectFolder + page, 'utf8')).toBe(writeAdvisoriesPage())
})

it('it lists all installed packages of the lock file, in their versions', () => {
  expect(idsOf('installed').sort()).toEqual([...readInstalled()].sort())
})

it('it lists all packages that are built into dist, in their versions', () => {
  const installed = readInstalled()
  expect(idsOf('built in').sort()).toEqual(
    readBuiltIn()
      .filter((id) => !installed.has(id))
      .sort(),
  )
})

it('each package has a date, and each advisory is about one of the packages', () => {
  for (const { published } of rows) expect(published).toMatch(/^20\d\d-\d\d-\d\d$/)
  const names = new Set(rows.map((row) => row.package))
  for (const advisory of knownAdvisories) expect(names).toContain(advisory.package)
})
