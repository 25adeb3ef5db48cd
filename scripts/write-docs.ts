/**
 * `npm run docs`: writes the pages that are generated from the code's own tables, and the types of the control API.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { writeAdvisoriesPage } from './advisories.ts'
import { writeControlRoutes, writeControlTypes } from './control-api-types.ts'
import { withRoutes } from './control-docs.ts'
import { withTools } from './mcp-docs.ts'
import { writeScenarioDocs } from './scenario-docs.ts'

const page = (name: string): URL => new URL(`../docs/${name}`, import.meta.url)
const client = (name: string): URL => new URL(`../src/client/remote/${name}`, import.meta.url)

writeFileSync(page('advisories.md'), writeAdvisoriesPage())
writeFileSync(page('scenarios.md'), writeScenarioDocs())
writeFileSync(page('control.md'), withRoutes(readFileSync(page('control.md'), 'utf8')))
writeFileSync(page('mcp.md'), await withTools(readFileSync(page('mcp.md'), 'utf8')))
writeFileSync(client('control-types.ts'), await writeControlTypes())
writeFileSync(client('routes.ts'), writeControlRoutes())
