/**
 * Rejects names that exist nowhere: a condition with one would find nothing, or a wait would end at its timeout.
 */
import { suggest } from '../../contract/values/nearest.ts'
import { operationsOf, type Service } from '../../loading/service.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import { ControlError, quote } from './control-error.ts'

/** `name` undefined: there is no condition. Throws ControlError 400. `at` is the prefix of property names in errors. */
export const requireOperation = (service: Service, name: string | undefined, at: string): void => {
  if (name === undefined) return
  const known = operationsOf(service).map(({ id }) => id)
  if (known.includes(name)) return
  const advice = suggest(name, known, 'standin check --explain lists the operations that have a behaviour')
  throw new ControlError(400, `${at}operation: no document has an operation ${quote(name)}. ${advice}`)
}

/** An operation of the documents, or one that they had when the sandbox got a request for it. Throws ControlError 400. */
export const requireUsedOperation = (
  { journal }: Sandbox,
  service: Service,
  name: string | undefined,
  at: string,
): void => {
  if (name === undefined || journal.entries.some(({ facts }) => facts.operation?.id === name)) return
  requireOperation(service, name, at)
}

/** Whether a step such as `flaky/1` is this one, or one of this scenario. */
export const isOfScenario = (step: string, scenario: string): boolean =>
  step === scenario || step.startsWith(`${scenario}/`)

/** A scenario or one of its steps, also one that took effect before the files changed. Throws ControlError 400. */
export const requireUsedScenario = ({ journal, setup }: Sandbox, name: string | undefined, at: string): void => {
  if (name === undefined || setup.scenarios.has(name.replace(/\/\d+$/, '')) || setup.scenarios.has(name)) return
  if (journal.entries.some(({ facts }) => facts.steps.some((step) => isOfScenario(step, name)))) return
  throw new ControlError(
    400,
    `${at}scenario: there is no scenario ${quote(name)}. ${suggest(name, [...setup.scenarios.keys()])}`,
  )
}

/** A webhook or callback of the documents, or one that the sandbox has sent. Throws ControlError 400. */
export const requireEvent = (
  { outbox }: Sandbox,
  { webhooks }: Service,
  name: string | undefined,
  at: string,
): void => {
  if (name === undefined) return
  const callbacks = [...webhooks.calling].flatMap((operation) => webhooks.callbacksOf(operation))
  const known = new Set([...webhooks.webhooks, ...callbacks].map((message) => message.name))
  if (known.has(name) || [...outbox.deliveries.values()].some((delivery) => delivery.name === name)) return
  throw new ControlError(
    400,
    `${at}event: no document has a webhook or callback ${quote(name)}. ${suggest(name, [...known])}`,
  )
}
