/**
 * Finds a resource by name, and the time at which its records are shown.
 */
import type { Moment } from '../../behaviours/records/lifecycle.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { suggest } from '../../contract/values/nearest.ts'
import type { Service } from '../../loading/service.ts'
import { createBehaviourContext } from '../../sandboxes/behaviour-context.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import { ControlError, quote } from './control-error.ts'

/** By its key, or by `document/name`. */
export const lookUpResource = ({ resources }: Service, name: string): Resource | undefined =>
  resources.find(({ key }) => key === name) ??
  resources.find((resource) => `${resource.document.name}/${resource.name}` === name)

/** Throws ControlError 404. */
export const findResource = (service: Service, name: string): Resource => {
  const found = lookUpResource(service, name)
  if (found) return found
  throw new ControlError(404, explainUnknownResource(service, name))
}

/** The message for a name that no resource has. */
export const explainUnknownResource = ({ resources }: Service, name: string): string => {
  const known = resources.map(({ key }) => key)
  return `there is no resource ${quote(name)}${known.length === 0 ? '; the documents have no resources' : `. ${suggest(name, known)} (resources: ${known.join(', ')})`}`
}

/** Now, on the sandbox's clock. */
export const momentOf = (sandbox: Sandbox): Moment => {
  const { holdEndedAt } = createBehaviourContext(sandbox, {
    records: undefined,
    hold: [],
    byRequest: false,
    clock: undefined,
  })
  return { now: sandbox.now(), holdEndedAt }
}
