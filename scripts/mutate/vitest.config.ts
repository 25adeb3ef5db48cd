/**
 * How Vitest runs for `npm run mutate`: one worker, which keeps its modules, with all mutants of the plan in the sources.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { planVariable, readPlan } from './plan.ts'
import { rewriteSources } from './rewrite-sources.ts'

const plan = readPlan(process.env[planVariable] ?? '')
const sources = rewriteSources(plan.project, plan.mutants)

const switches: Plugin = {
  name: 'standin-mutants',
  enforce: 'pre',
  transform(text, id) {
    const path = id.split('?')[0] ?? id
    const code = sources.get(path)
    if (code === undefined) return undefined
    if (text !== readFileSync(path, 'utf8')) this.error(`${path} changed`)
    return { code, map: null }
  },
}

class PlannedSequence extends BaseSequencer {
  override sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(plan.tests.map((file, index) => [join(plan.project, file), index]))
    const placeOf = ({ moduleId }: TestSpecification): number => places.get(moduleId) ?? places.size
    return Promise.resolve(specifications.toSorted((a, b) => placeOf(a) - placeOf(b)))
  }
}

export default defineConfig({
  root: plan.project,
  plugins: [switches],
  test: {
    include: [...plan.tests],
    exclude: [],
    runner: join(import.meta.dirname, 'mutant-runner.ts'),
    sequence: { sequencer: PlannedSequence },
    reporters: [{}],
    isolate: false,
    maxWorkers: 1,
    maxConcurrency: 1,
    update: false,
    deps: { interopDefault: false },
    testTimeout: 20_000,
    // A mutant that is noticed by waiting should not take long.
    expect: { poll: { timeout: 4_000 } },
    provide: { renamed: false },
  },
})
