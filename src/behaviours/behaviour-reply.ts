/**
 * A behaviour's answer to a request that it carried out, before it is a reply on the wire.
 */
export interface BehaviourReply {
  readonly kind: 'reply'
  readonly status: number
  /** JSON; undefined where the response has no body. */
  readonly body: string | undefined
  /** Of the body. */
  readonly mediaType: string
  /** Names and values in turn, besides the content type. */
  readonly headers?: readonly string[]
  /** Names of properties that came and were not kept. */
  readonly ignored?: readonly string[]
  /** Query parameters that changed nothing: by name, or with the value that did not. */
  readonly passed?: readonly string[] | undefined
  /** Whether it is the answer of an earlier request. */
  readonly isReplay?: boolean
  /** Idempotency keys whose answers had to go for this one. */
  readonly forgotten?: readonly string[]
}
