/**
 * The plans of the shipped documents and of two test documents, as JSON. A change in what is inferred shows as a difference to
 * the stored files; `npx vitest -u` writes them.
 */
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OperationPlan } from '../../../src/behaviours/plan/operation-plan.ts'
import { planResource, type ResourcePlan } from '../../../src/behaviours/plan/resource-plan.ts'
import { serializePlan } from '../../../src/behaviours/plan/serialize-plan.ts'
import { loadService } from '../../../src/loading/service.ts'

const documents = [
  'spec/animal-store.yaml',
  'spec/messages.yaml',
  'test/documents/gadgets-3.1/openapi.yaml',
  'test/documents/workshop.yaml',
]

const plansOf = async (file: string): Promise<readonly (OperationPlan | ResourcePlan)[]> => {
  const { resources, origins, decisions } = await loadService([file])
  return [
    ...resources.flatMap((resource) => {
      const origin = origins.get(resource)
      return origin ? [planResource(resource, origin)] : []
    }),
    ...[...decisions.values()].flatMap((decision) => (decision.kind === 'planned' ? [decision.plan()] : [])),
  ]
}

/** Everything in a value that is neither a primitive, an array nor a plain object. */
const findForeign = (value: unknown, path: string): readonly string[] => {
  if (typeof value === 'function' || typeof value === 'symbol') return [path]
  if (typeof value !== 'object' || value === null) return []
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  if (!isPlain) return [path]
  return Object.entries(value).flatMap(([name, inner]) => findForeign(inner, `${path}/${name}`))
}

for (const file of documents)
  describe(`the plans of ${file}`, () => {
    it('are equal to the stored file', async () => {
      const plans = await plansOf(file)
      expect(plans).not.toEqual([])
      const serialized = plans.map((plan) => serializePlan(plan, dirname(file)))
      const name = file
        .replace(/^(spec|test\/documents)\//, '')
        .replaceAll('/', '-')
        .replace('.yaml', '.json')
      await expect(`[${serialized.join(',\n')}]\n`).toMatchFileSnapshot(`plans/${name}`)
    })

    it('are plain data, the same after JSON', async () => {
      for (const plan of await plansOf(file)) {
        expect(findForeign(plan, '')).toEqual([])
        expect(JSON.parse(JSON.stringify(plan))).toEqual(plan)
      }
    })

    it('are the same when the document is loaded again', async () => {
      const [first, second] = [await plansOf(file), await plansOf(file)]
      expect(first.map((plan) => serializePlan(plan, '/'))).toEqual(second.map((plan) => serializePlan(plan, '/')))
    })
  })
