/**
 * What a sandbox of this process and one of a server elsewhere have in common: all methods of a sandbox handle. A test that is
 * written for it can swap one for the other.
 */
import type { AnyRecord, KnownRecord, KnownResource, NameWithout } from '../register.ts'
import type { HandleClock } from './handle-clock.ts'
import type { HandleExchanges } from './handle-exchanges.ts'
import type { HandleKeys } from './handle-keys.ts'
import type { HandleWebhooks } from './handle-webhooks.ts'
import type { RecordSet } from './record-set.ts'
import type { SandboxHandle } from './sandbox-handle.ts'

/** The public members of a class. */
type Members<Of> = { readonly [Name in keyof Of]: Of[Name] }

export interface AnyClock extends Omit<Members<HandleClock>, 'now'> {
  /** The current time of the sandbox; a promise if the server is elsewhere. */
  readonly now: () => Date | Promise<Date>
}

export type AnyExchanges = Members<HandleExchanges>
export type AnyKeys = Members<HandleKeys>
export type AnyWebhooks = Members<HandleWebhooks>
export type AnyRecords<Kind extends object = AnyRecord> = Members<RecordSet<Kind>>

/** Typed by `standin types`, or by a type argument. */
interface FindRecords {
  <Name extends KnownResource>(resource: Name): AnyRecords<KnownRecord<Name>>
  <Kind extends object = never>(resource: NameWithout<Kind>): AnyRecords<Kind>
}

type Changed = 'clock' | 'exchanges' | 'keys' | 'webhooks' | 'records' | 'fork'

/** One isolated sandbox, of this process or of a server elsewhere. `await using` deletes it. */
export interface AnySandbox extends Omit<Members<SandboxHandle>, Changed> {
  readonly clock: AnyClock
  readonly exchanges: AnyExchanges
  readonly keys: AnyKeys
  readonly webhooks: AnyWebhooks
  /** The records of a resource: `sandbox.records<Order>('orders')`. */
  readonly records: FindRecords
  /** Creates another sandbox that starts from the current state of this one. */
  readonly fork: (...options: Parameters<SandboxHandle['fork']>) => Promise<AnySandbox>
}
