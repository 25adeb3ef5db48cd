/**
 * The routes of the control API on exchanges: finding, counting, explaining, comparing and awaiting them.
 */

import { addressOf } from '../../sandboxes/sandbox-name.ts'
import { awaitExchanges, type ExchangeCondition } from '../actions/await-exchanges.ts'
import { diffExchanges } from '../actions/diff-exchanges.ts'
import { explainExchange } from '../actions/explain-exchange.ts'
import { findExchange } from '../actions/find-exchange.ts'
import { type ExchangeFilter, findExchanges, fullSizeOf } from '../actions/find-exchanges.ts'
import { listChanges } from '../actions/list-changes.ts'
import { type RequestAgain, type RequestParts, sendAgain, sendNew } from '../actions/send-request.ts'
import { countExchanges, summarizeEntry } from '../actions/summarize-exchanges.ts'
import { viewEntry } from '../actions/view-exchange.ts'
import { bodyOf, empty, json, pathOf, queryOf, type Route, reading, sandboxOf } from './route.ts'
import { type RequestQuery, suggestRequest } from './suggest-request.ts'

interface ListQuery extends ExchangeFilter {
  readonly view?: 'full' | 'summary'
}

export const trafficRoutes: Readonly<Record<string, Route>> = {
  explainExchange: reading((input, { sandboxes, service }) =>
    json(explainExchange(sandboxes, service(), pathOf(input, 'requestId'))),
  ),
  listChanges: async (input, { sandboxes, service }) => {
    const { limit } = queryOf<{ readonly limit: number }>(input)
    return json(await listChanges(sandboxes, service(), pathOf(input, 'requestId'), limit))
  },
  diffExchanges: reading((input, { sandboxes }) =>
    json(
      diffExchanges(
        findExchange(sandboxes, pathOf(input, 'requestId')),
        findExchange(sandboxes, pathOf(input, 'otherId')),
      ),
    ),
  ),
  writeScenario: reading(async (input, { sandboxes, setup }) => {
    // It writes YAML, and loading the package for that takes a third of the time of loading all other routes.
    const { writeScenario } = await import('../actions/write-scenario.ts')
    return json(await writeScenario(sandboxes, setup(), pathOf(input, 'requestId')))
  }),
  sendExchange: async (input, deps) =>
    json(await sendAgain(deps, pathOf(input, 'requestId'), bodyOf<RequestAgain>(input)), 201),
  suggestRequest: async (input, deps) => {
    const sandbox = sandboxOf(input, deps)
    const origin = deps.origin() + addressOf(sandbox.encodedId)
    return json(await suggestRequest(queryOf<RequestQuery>(input), { service: deps.service(), sandbox, origin }))
  },
  sendRequest: async (input, deps) =>
    json(await sendNew(deps, sandboxOf(input, deps), bodyOf<RequestParts & { readonly path: string }>(input)), 201),
  listExchanges: reading(async (input, deps) => {
    const { view, ...filter } = queryOf<ListQuery>(input)
    const sandbox = sandboxOf(input, deps)
    const searched = { sandbox, service: deps.service() }
    return json(
      view === 'summary'
        ? await findExchanges(searched, filter, 'query.', { show: summarizeEntry(sandbox) })
        : await findExchanges(searched, filter, 'query.', { show: viewEntry, sizeOf: fullSizeOf }),
    )
  }),
  countExchanges: reading((input, deps) => json(countExchanges(sandboxOf(input, deps)))),
  clearExchanges: async (input, deps) => {
    sandboxOf(input, deps).traffic.clear()
    await deps.sandboxes.traffic.sharing?.sent()
    return empty
  },
  awaitExchanges: async (input, deps, whenOver) => {
    const { met, count, exchanges, near } = await awaitExchanges(
      { ...deps, whenOver },
      sandboxOf(input, deps),
      bodyOf<ExchangeCondition>(input),
      'body.',
    )
    return json({ met, count, exchanges, near: near.map(({ exchange, differs }) => ({ exchange, differs })) })
  },
}
