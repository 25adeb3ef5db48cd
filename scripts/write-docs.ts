/**
 * `npm run docs`: writes the pages that are made of the code's own tables.
 */
import { writeFileSync } from 'node:fs'
import { writeScenarioDocs } from './scenario-docs.ts'

writeFileSync(new URL('../docs/scenarios.md', import.meta.url), writeScenarioDocs())
