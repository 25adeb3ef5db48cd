/**
 * The parts of a sandbox on a server elsewhere: clock, keys, webhooks, exchanges and records. Each method is a call of the control
 * API. Methods reject with ControlError.
 */

import type { DeliveryCondition } from '../../control/actions/await-deliveries.ts'
import type { ExchangeCondition } from '../../control/actions/await-exchanges.ts'
import type { DeliveryFilter, DeliveryView } from '../../control/actions/deliveries.ts'
import type { ExchangeFilter } from '../../control/actions/find-exchanges.ts'
import type { NewTarget } from '../../control/actions/webhook-targets.ts'
import type { JsonObject } from '../../ports.ts'
import type { AnyRecord } from '../../register.ts'
import type { AnyClock, AnyExchanges, AnyKeys, AnyRecords, AnyWebhooks } from '../any-sandbox.ts'
import { AwaitError, type RecordedExchange } from '../await-error.ts'
import type { KeyOptions, SandboxKey } from '../handle-keys.ts'
import type { RecordKey, RecordPatch } from '../record-set.ts'
import type { ControlApi, ControlInput } from './control-calls.ts'
import type { components } from './control-types.ts'

/** What selects the sandbox. */
export interface RemoteAccess {
  readonly api: ControlApi
  readonly path: { readonly id: string }
}

/** The generated types say less about what the control API returns than those of the handle in this process. */
const as = <Kind>(value: unknown): Kind => value as Kind

export const remoteClock = ({ api, path }: RemoteAccess): AnyClock => ({
  now: async () => new Date((await api.call('getClock', { path })).now),
  set: async (time, { frozen } = {}) => {
    const now = typeof time === 'string' ? time : new Date(time).toISOString()
    await api.call('setClock', { path, body: { now, ...(frozen === undefined ? {} : { frozen }) } })
  },
  freeze: async () => {
    await api.call('setClock', { path, body: { frozen: true } })
  },
  advance: async (by) => {
    await api.call('advanceClock', { path, body: { by } })
  },
  clear: async () => {
    await api.call('clearClock', { path })
  },
})

export const remoteKeys = ({ api, path }: RemoteAccess): AnyKeys => ({
  list: async () => (await api.call('listKeys', { path })).map(toSandboxKey),
  generate: async ({ state, expires, scopes }: KeyOptions = {}) =>
    toSandboxKey(
      await api.call('generateKey', {
        path,
        body: {
          ...(state === undefined ? {} : { state }),
          ...(scopes === undefined ? {} : { scopes: [...scopes] }),
          ...(expires === undefined ? {} : { expires: typeof expires === 'string' ? expires : expires.toISOString() }),
        },
      }),
    ),
  change: async (key, state) => {
    await api.call('changeKey', { path: { ...path, key }, body: { state } })
  },
  delete: async (key) => {
    await api.call('deleteKey', { path: { ...path, key } })
  },
})

const toSandboxKey = ({ key, state, expires, scopes }: components['schemas']['Key']): SandboxKey => ({
  key,
  state,
  ...(expires === undefined ? {} : { expires: new Date(expires) }),
  ...(scopes === undefined ? {} : { scopes }),
})

export const remoteWebhooks = ({ api, path }: RemoteAccess): AnyWebhooks => ({
  add: ({ url, events, secret }: NewTarget) =>
    api.call('addWebhook', {
      path,
      body: { url, ...(events ? { events: [...events] } : {}), ...(secret === undefined ? {} : { secret }) },
    }),
  list: () => api.call('listWebhooks', { path }),
  delete: async (webhook) => {
    await api.call('deleteWebhook', { path: { ...path, webhook } })
  },
  deliveries: async (filter: DeliveryFilter = {}) =>
    as<DeliveryView[]>(await api.call('listDeliveries', { path, query: withoutUndefined(filter) })),
  redeliver: async (delivery) => as<DeliveryView>(await api.call('redeliver', { path: { ...path, delivery } })),
  await: async (condition: DeliveryCondition = {}) =>
    as<Awaited<ReturnType<AnyWebhooks['await']>>>(
      await api.call('awaitDeliveries', { path, body: withoutUndefined(condition) }),
    ),
})

export const remoteExchanges = ({ api, path }: RemoteAccess): AnyExchanges => ({
  list: async (filter: ExchangeFilter = {}) => {
    const { status, ...others } = withoutUndefined(filter)
    const query = { ...others, ...(status === undefined ? {} : { status: String(status) }) }
    return as<RecordedExchange[]>(await api.call('listExchanges', { path, query }))
  },
  await: async (condition: ExchangeCondition) => {
    const body = as<ControlInput<'awaitExchanges'>['body']>(withoutUndefined(condition))
    const result = await api.call('awaitExchanges', { path, body })
    const exchanges = as<RecordedExchange[]>(result.exchanges)
    if (result.met) return exchanges
    throw new AwaitError(condition, { ...result, exchanges, near: as<AwaitError['near']>(result.near) })
  },
  clear: async () => {
    await api.call('clearExchanges', { path })
  },
})

/** How many records one request of `list` reads. */
const pageSize = 1_000

export const remoteRecords = <Kind extends object = AnyRecord>(
  { api, path: { id } }: RemoteAccess,
  resource: string,
): AnyRecords<Kind> => {
  const path = { id, resource }
  const pathOf = (record: RecordKey) => ({ ...path, recordId: String(record) })
  const json = (record: object): JsonObject => as<JsonObject>(record)
  return {
    list: async () => {
      const records: Kind[] = []
      for (;;) {
        const query = { limit: pageSize, offset: records.length }
        const page = as<Kind[]>(await api.call('listRecords', { path, query }))
        records.push(...page)
        if (page.length < pageSize) return records
      }
    },
    get: async (record) => as<Kind>(await api.call('getRecord', { path: pathOf(record) })),
    put: async (records) => as<Kind[]>(await api.call('putRecords', { path, body: records.map(json) })),
    add: async (record) => as<Kind>(await api.call('addRecord', { path, body: json(record) })),
    set: async (key, record) => as<Kind>(await api.call('putRecord', { path: pathOf(key), body: json(record) })),
    patch: async (key, patch: RecordPatch<Kind>) =>
      as<Kind>(await api.call('patchRecord', { path: pathOf(key), body: json(patch) })),
    delete: async (key) => {
      await api.call('deleteRecord', { path: pathOf(key) })
    },
  }
}

/** The properties that have a value. */
const withoutUndefined = <Of extends object>(value: Of): { [Name in keyof Of]: Exclude<Of[Name], undefined> } =>
  as(Object.fromEntries(Object.entries(value).filter(([, property]) => property !== undefined)))
