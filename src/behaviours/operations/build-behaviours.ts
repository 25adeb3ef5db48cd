/**
 * Builds behaviours from plans. Nothing is compiled until the first request of an operation; from then on its behaviour is
 * one function.
 */
import type { Operation } from '../../contract/operation/operation.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import type { Behaviour } from '../behaviour.ts'
import { replayIdempotent } from '../idempotency/idempotency.ts'
import type { Decision, OperationPlan, PlannedOperation } from '../plan/operation-plan.ts'
import type { FindLinks } from '../records/find-links.ts'
import type { Resource } from '../records/resource.ts'
import { changeRecord } from './change/change.ts'
import { createRecords } from './create/create.ts'
import { createLookup, type OperationDeps } from './deps.ts'
import { listRecords } from './list/list.ts'
import { compileParents, findMissingParent, type Guard, respell, respellParents } from './parents.ts'
import { readRecord } from './read.ts'
import { removeRecord } from './remove/remove.ts'
import { respondInXml } from './respond-in-xml.ts'
import { type Run, runLazily } from './run-plan.ts'

export interface BehaviourSource {
  readonly decisions: ReadonlyMap<Operation, Decision>
  /** All resources that a plan may refer to. */
  readonly resources: Iterable<Resource>
  readonly compiler: SchemaCompiler
  readonly linksOf: FindLinks
}

export interface BuiltBehaviours {
  readonly behaviours: ReadonlyMap<Operation, Behaviour>
  /** For operations without a behaviour that respond only if a record exists. */
  readonly guards: ReadonlyMap<Operation, Guard>
}

export const buildBehaviours = ({ decisions, resources, compiler, linksOf }: BehaviourSource): BuiltBehaviours => {
  const behaviours = new Map<Operation, Behaviour>()
  const guards = new Map<Operation, Guard>()
  const lookup = createLookup(decisions.keys(), resources)
  for (const [operation, decision] of decisions) {
    if (decision.kind === 'planned')
      behaviours.set(operation, buildBehaviour(decision, { operation, compiler, linksOf, ...lookup }))
    else if (decision.parents.length > 0) {
      const parents = compileParents(decision.parents, lookup)
      guards.set(operation, async (input, store) => {
        const missing = await findMissingParent(parents, input, store)
        if (!missing) return undefined
        const respelled = await respell(parents, input, store)
        return respelled === input ? missing : findMissingParent(parents, respelled, store)
      })
    }
  }
  return { behaviours, guards }
}

const buildBehaviour = ({ behaviour, resource, plan }: PlannedOperation, deps: OperationDeps): Behaviour => ({
  kind: behaviour,
  resource,
  run: runLazily(() => compilePlan(plan(), deps)),
})

const compilePlan = (plan: OperationPlan, deps: OperationDeps): Run => {
  const run = respellParents(runOf(plan, deps), compileParents(plan.parents, deps))
  const { operation } = deps
  const { idempotencyHeader, kind } = plan
  const isReading = kind === 'list' || kind === 'read'
  const replaying =
    idempotencyHeader === undefined || isReading
      ? run
      : replayIdempotent(run, {
          header: idempotencyHeader,
          scope: `${operation.document.name} ${operation.method} ${operation.path}`,
        })
  return respondInXml(replaying, operation)
}

const runOf = (plan: OperationPlan, deps: OperationDeps): Run => {
  switch (plan.kind) {
    case 'list':
      return listRecords(plan, deps)
    case 'create':
      return createRecords(plan, deps)
    case 'read':
      return readRecord(plan, deps)
    case 'remove':
      return removeRecord(plan, deps)
    case 'replace':
    case 'update':
    case 'action':
      return changeRecord(plan, deps)
  }
}
