/**
 * The webhooks and callbacks of all served documents. What they wait for is inferred when it is first needed, so documents
 * that nobody receives webhooks of cost nothing.
 */
import type { Resource } from '../../behaviours/records/resource.ts'
import type { Document } from '../../contract/document/document.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { memoize } from '../../contract/values/memoize.ts'
import { checkGiven, inferTrigger, type TriggerProblem } from './infer-trigger.ts'
import { hasCallbacks, hasWebhooks, readCallbacks, readWebhooks } from './read-messages.ts'
import type { CallbackPlan, WebhookPlan } from './webhook-plan.ts'

export interface WebhookSubject {
  readonly documents: readonly Document[]
  readonly operations: readonly Operation[]
  readonly resources: readonly Resource[]
}

export class WebhookPlans {
  readonly #subject: WebhookSubject
  readonly #documents: readonly Document[]
  readonly #calling: ReadonlySet<Operation>
  readonly #callbacksOf = memoize(readCallbacks)
  #webhooks: readonly WebhookPlan[] | undefined

  constructor(subject: WebhookSubject) {
    this.#subject = subject
    this.#documents = subject.documents.filter(hasWebhooks)
    this.#calling = new Set(subject.operations.filter(hasCallbacks))
  }

  /** Whether the documents describe nothing that is sent. */
  get isEmpty(): boolean {
    return this.#documents.length === 0 && this.#calling.size === 0
  }

  /** Whether a document has webhooks. */
  get hasWebhooks(): boolean {
    return this.#documents.length > 0
  }

  /** In the order of the documents. */
  get webhooks(): readonly WebhookPlan[] {
    this.#webhooks ??= this.#documents.flatMap((document) => {
      const resources = this.#resourcesOf(document)
      return readWebhooks(document).map((message) => ({ ...message, ...inferTrigger(message, resources) }))
    })
    return this.#webhooks
  }

  /** Those that wait for an event. */
  get triggered(): readonly WebhookPlan[] {
    return this.webhooks.filter(({ on }) => on !== undefined)
  }

  /** The names of a document's webhooks, in its order. */
  namesOf(document: Document): readonly string[] {
    return this.#documents.includes(document) ? [...new Set(readWebhooks(document).map(({ name }) => name))] : []
  }

  hasCallbacks(operation: Operation): boolean {
    return this.#calling.has(operation)
  }

  callbacksOf(operation: Operation): readonly CallbackPlan[] {
    return this.#calling.has(operation) ? this.#callbacksOf(operation) : []
  }

  /** The operations with callbacks, in the order of the documents. */
  get calling(): Iterable<Operation> {
    return this.#calling
  }

  /** Values of x-standin-on that are wrong. */
  findProblems(): readonly (TriggerProblem & { readonly document: Document })[] {
    return this.#documents.flatMap((document) => {
      const resources = this.#resourcesOf(document)
      return readWebhooks(document).flatMap((message) => {
        const problem = checkGiven(message, resources)
        return problem ? [{ ...problem, document }] : []
      })
    })
  }

  #resourcesOf(document: Document): readonly Resource[] {
    return this.#subject.resources.filter((resource) => resource.document === document)
  }
}
