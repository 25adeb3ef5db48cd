/**
 * What `standin types` tells TypeScript about the documents and scenarios of a project. The file that it writes extends
 * `Register`; without that file, any name is accepted, and records are objects of any kind.
 */

/** Extended by the file that `standin types` writes: `records`, `operations` and `scenarios`. */
// biome-ignore lint/suspicious/noEmptyInterface: the file of a project extends it
export interface Register {}

/** A record without a declared type. */
export type AnyRecord = Readonly<Record<string, unknown>>

type Registered<Key extends string> = Register extends Readonly<Record<Key, infer Known>> ? Known : undefined

/** The name of a resource. */
export type KnownResource = Registered<'records'> extends object ? keyof Registered<'records'> & string : string

/** The records of a resource. */
export type KnownRecord<Name extends string> = Name extends keyof Registered<'records'>
  ? Extract<Registered<'records'>[Name], object>
  : AnyRecord

/** An operationId. */
export type KnownOperation = Registered<'operations'> extends object ? keyof Registered<'operations'> & string : string

/** The name of a scenario. */
export type KnownScenario = Register extends { readonly scenarios: infer Name extends string } ? Name : string

/** One scenario, or several separated by commas. */
export type KnownScenarios = WithOthers<KnownScenario>

type WithOthers<Name extends string> = Name | `${Name},${string}`

/** With a type argument, any name is accepted: a resource of a server whose types are not registered. */
export type NameWithout<Kind> = [Kind] extends [never] ? never : string
