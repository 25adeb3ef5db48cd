/**
 * Plans as JSON text: the same text for the same decisions, so that plans can be compared and hashed.
 */
import { relative } from 'node:path'
import { isJsonObject } from '../../contract/values/json-object.ts'
import type { OperationPlan } from './operation-plan.ts'
import type { ResourcePlan } from './resource-plan.ts'

/** Places in the document become `file#pointer`, with the file relative to `folder`. */
export const serializePlan = (plan: OperationPlan | ResourcePlan, folder: string): string =>
  JSON.stringify(plan, (_, value: unknown) => toJson(value, folder), 2)

const toJson = (value: unknown, folder: string): unknown => {
  if (typeof value === 'bigint') return String(value)
  if (!isJsonObject(value) || typeof value.file !== 'string' || typeof value.pointer !== 'string') return value
  return `${relative(folder, value.file)}#${value.pointer}`
}
