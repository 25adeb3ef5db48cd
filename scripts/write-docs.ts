/**
 * `npm run docs`: writes the pages that are generated from the code's own tables.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { withRoutes } from './control-docs.ts'
import { writeScenarioDocs } from './scenario-docs.ts'

const page = (name: string): URL => new URL(`../docs/${name}`, import.meta.url)

writeFileSync(page('scenarios.md'), writeScenarioDocs())
writeFileSync(page('control.md'), withRoutes(readFileSync(page('control.md'), 'utf8')))
