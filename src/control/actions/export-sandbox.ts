/**
 * A sandbox as a fixture set: what `standin save` writes to files, and `--fixtures` starts with.
 */
import { setImmediate as nextTick } from 'node:timers/promises'
import type { Moment } from '../../behaviours/records/lifecycle.ts'
import { writeFixture } from '../../behaviours/records/record-facts.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { reservedNames } from '../../loading/fixture-names.ts'
import { nextOf } from '../../loading/read-next-ids.ts'
import type { Service } from '../../loading/service.ts'
import type { Json } from '../../ports.ts'
import type { Key } from '../../sandboxes/keys.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { EmbeddedStore } from '../../store/embedded-store.ts'

/** What is exported. Nothing of it changes while it is written. */
interface ExportedState {
  readonly id: string
  readonly resources: readonly Resource[]
  readonly store: EmbeddedStore
  readonly moment: Moment
  /** Undefined: the set accepts any syntactically valid key. */
  readonly keys: readonly Key[] | undefined
}

/** Characters of one piece of the text. */
const pieceLength = 64 * 1024

/**
 * The text of a JSON object: the records by the name of their fixture file, the next ids, and the keys of the fixtures. All
 * of it is as it was at one moment. Of a sandbox with a log, call it in a transaction: then it has only what is stored.
 */
export const exportSandbox = async (sandbox: Sandbox, service: Service): Promise<Iterable<string>> => {
  // A request that has several effects waits only for the store between them. They are complete when other events are due.
  await nextTick()
  return joinPieces(writeExport(capture(sandbox, service)))
}

const capture = (sandbox: Sandbox, { resources }: Service): ExportedState => {
  const { store, holdPeriods } = sandbox.capture()
  const moment = { now: sandbox.now(), holdEndedAt: (period: number) => holdPeriods.ends.get(period) }
  return { id: sandbox.id, resources, store, moment, keys: sandbox.keys.ofFixtures() }
}

function* writeExport({ id, resources, store, moment, keys }: ExportedState): Generator<string> {
  const exported = resources.filter(({ key }) => store.has(key))
  yield `{"sandbox":${stringifyJson(id)},"records":{`
  for (const [index, resource] of exported.entries()) {
    yield `${index === 0 ? '' : ','}${stringifyJson(fileNameOf(resource))}:[`
    let separator = ''
    for (const record of store.all(resource.key)) {
      yield separator + writeFixture(resource, record, moment)
      separator = ','
    }
    yield ']'
  }
  const nextIds = exported.map((resource) => [fileNameOf(resource), nextOf(resource, store.sequenceOf(resource.key))])
  yield `},"nextIds":${stringifyJson(Object.fromEntries(nextIds))}`
  yield keys === undefined ? '}' : `,"keys":${stringifyJson(keys.map(describeFixtureKey))}}`
}

/** The name of the resource's file in a fixture set, without the extension. */
const fileNameOf = ({ key, name, document }: Resource): string =>
  reservedNames.has(key) ? `${document.name}/${name}` : key

const describeFixtureKey = ({ key, state, expires, scopes }: Key): Json => ({
  key,
  state,
  ...(expires === undefined ? {} : { expires: new Date(expires).toISOString() }),
  ...(scopes === undefined ? {} : { scopes }),
})

/** Joins short strings, so that a stream does not write each by itself. */
function* joinPieces(parts: Iterable<string>): Generator<string> {
  let piece = ''
  for (const text of parts) {
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
