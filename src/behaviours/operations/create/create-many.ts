/**
 * POST of a list to a collection: each item becomes a record. Either all of them are stored or none. A string that is the id
 * of a record means that record.
 */

import type { Input } from '../../../contract/operation/validate-request.ts'
import { getOwn, itemsOf } from '../../../contract/values/json-object.ts'
import type { Rejection } from '../../../errors.ts'
import type { Json } from '../../../ports.ts'
import type { RecordId, StoredRecord } from '../../../store/store.ts'
import type { BehaviourContext } from '../../behaviour.ts'
import type { BehaviourResult } from '../../behaviour-reply.ts'
import { findIgnored } from '../../records/generate-record.ts'
import { findRecord } from '../../records/record-id.ts'
import type { CompiledCreate } from './compile-create.ts'
import { storeNewRecord } from './store-new-record.ts'

export const createMany = async (
  compiled: CompiledCreate,
  write: NonNullable<CompiledCreate['writeMany']>,
  input: Input,
  context: BehaviourContext,
): Promise<BehaviourResult> => {
  const { template, response, sentIn } = compiled
  const sent = sentIn.reduce<unknown>(getOwn, input.body?.exact)
  const stored: StoredRecord[] = []
  const shown = new Map<RecordId, StoredRecord>()
  const ignored = new Set<string>()
  const undo = async (): Promise<void> => {
    for (const { id } of stored) await context.store.remove(template.resource.key, id)
  }
  for (const [index, given] of itemsOf(sent).entries()) {
    const known = await findKnown(compiled, given, input, context)
    if (known) {
      shown.set(known.id, known)
      continue
    }
    const item = toItem(compiled, given)
    const body = { rounded: item, exact: item, ...(input.body?.digits ? { digits: input.body.digits } : {}) }
    const created = await storeNewRecord(compiled, { ...input, body }, context)
    if (created.kind === 'rejected') {
      await undo()
      return { ...created, rejection: addPlace(created.rejection, `${['body', ...sentIn].join('.')}[${index}]`) }
    }
    stored.push(created.stored)
    shown.set(created.stored.id, created.stored)
    for (const name of findIgnored(template, item)) ignored.add(name)
  }
  const { status, mediaType } = response
  try {
    return { kind: 'reply', status, mediaType, body: await write([...shown.values()], input), ignored: [...ignored] }
  } catch (error) {
    await undo()
    throw error
  }
}

const toItem = ({ textProperty }: CompiledCreate, item: Json): Json =>
  textProperty === undefined ? item : { [textProperty]: String(item) }

const findKnown = async (
  { textProperty, template: { resource }, readScope }: CompiledCreate,
  item: Json,
  input: Input,
  { store }: BehaviourContext,
): Promise<StoredRecord | undefined> =>
  textProperty !== undefined && textProperty === resource.idProperty
    ? findRecord(store, resource, readScope?.(input), String(item))
    : undefined

/** The rejection of one item, reported for its place in the list. */
const addPlace = (rejection: Rejection, item: string): Rejection => {
  const place = (text: string): string => text.replaceAll(/\bbody(?=[.[\s])/g, () => item)
  const violations = rejection.violations?.map((one) => ({ ...one, at: place(one.at), message: place(one.message) }))
  return { ...rejection, message: place(rejection.message), ...(violations ? { violations } : {}) }
}
