/**
 * What a recording holds in memory, as it was sent, and what of it is written: without secrets, and without personal data.
 */
import type { Resource } from '../../behaviours/records/resource.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { readsQuery } from '../../contract/operation/reads-query.ts'
import { findHeader, headerPairs } from '../../contract/values/header-list.ts'
import { isJsonArray, isJsonObject } from '../../contract/values/json-object.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { parseQuery } from '../../contract/values/query.ts'
import { checkRecord, readGiven } from '../../control/actions/given-record.ts'
import { isLogin } from '../../handle/login-tokens.ts'
import type { Exchange } from '../../journal/exchange.ts'
import { isSecretName } from '../../journal/redact.ts'
import { holdsSecret } from '../../journal/secret-names.ts'
import { operationsOf, type Service } from '../../loading/service.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { readAddress } from '../../sandboxes/open-sandbox.ts'
import { fitRecord } from './fit-record.ts'
import type { HarEntry } from './har.ts'
import type { ObservedRecord } from './observed-record.ts'
import { ObservedRecords } from './observed-records.ts'
import { createPause } from './pause.ts'
import { type Fixtures, Playback } from './playback.ts'
import {
  documentedHeaders,
  hasCredentials,
  identifyList,
  memoryOfExchange,
  type ParsedBody,
  pairsOf,
  parseBody,
  secretsOf,
  sizeOfExchange,
  toBuffer,
} from './read-exchange.ts'
import { findPlaces, type ItemAddress } from './record-places.ts'
import { type RecordedAnswer, RecordedAnswers } from './recorded-answers.ts'
import { Scrubber, type ScrubberOptions } from './scrubber.ts'
import { maxSteps, type WrittenScenario, writeScenarios } from './write-scenarios.ts'

export interface Recorded {
  readonly fixtures: Fixtures
  readonly scenarios: readonly WrittenScenario[]
  readonly entries: readonly HarEntry[]
  readonly notes: readonly string[]
}

export interface RecordingParts extends ScrubberOptions {
  readonly current: { readonly setup: { readonly service: Service } }
}

/** The archive has at most this many exchanges, and this many bytes of them. */
export const archiveLimits = { count: 10_000, bytes: 64 * 1024 * 1024 }

interface HeldExchange {
  readonly exchange: Exchange
  readonly isLogin: boolean
}

export class Recording {
  readonly #parts: RecordingParts
  readonly #scrubber: Scrubber
  readonly #records = new ObservedRecords()
  readonly #answers = new RecordedAnswers()
  readonly #exchanges: HeldExchange[] = []
  #bytes = 0
  #skipped = 0
  #unlearned = 0
  /** Query parameters that no document has. */
  readonly #undocumented = new Set<string>()

  constructor(parts: RecordingParts) {
    this.#parts = parts
    this.#scrubber = new Scrubber(parts)
  }

  observe(exchange: Exchange, operation: Operation | undefined): void {
    if (this.#scrubber.isFull) {
      this.#unlearned++
      return
    }
    const login = operation !== undefined && this.#isLogin(operation)
    const request = parseBody(exchange.body, exchange.headers['content-type']?.toString())
    const responseType = findHeader(exchange.reply.headers, 'Content-Type')
    const response = parseBody(toBuffer(exchange.reply.body), responseType)
    this.#learn(exchange, operation)
    const name = operation && findPlaces(operation, this.#parts.current.setup.service.decisions)?.resource.name
    this.#learnBody(request, exchange.headers['content-type']?.toString(), login, name)
    this.#learnBody(response, responseType, login, name)
    this.#hold(exchange, login)
    if (!operation || login) return
    this.#observeOperation(exchange, operation, request, response)
  }

  /** The registration of a user is the creation of a record, even if it responds with a token. */
  #isLogin(operation: Operation): boolean {
    const { decisions } = this.#parts.current.setup.service
    return isLogin(operation) && findPlaces(operation, decisions)?.kind !== 'create'
  }

  #hold(exchange: Exchange, login: boolean): void {
    const size = sizeOfExchange(exchange)
    if (this.#exchanges.length >= archiveLimits.count || this.#bytes + size > archiveLimits.bytes) {
      this.#skipped++
      return
    }
    this.#bytes += size
    this.#exchanges.push({ exchange, isLogin: login })
  }

  #learnBody({ value, text }: ParsedBody, type: string | undefined, login: boolean, name?: string): void {
    if (value !== undefined) this.#scrubber.learn(value, login, name)
    else if (text !== undefined) this.#scrubber.learnText(text, type, login)
  }

  /** Credentials in headers, in the query and in the path. */
  #learn({ headers, query, method, pathParams, reply }: Exchange, operation: Operation | undefined): void {
    const pairs = parseQuery(query).pairs
    for (const { scheme } of operation?.security.alternatives.flat() ?? []) {
      const credential = scheme.find({ method, headers, query: pairs })
      if (credential.kind === 'found') this.#scrubber.learnSecret(credential.value)
    }
    const received = Object.entries(headers).map(([name, value]) => [name, [value].flat().join('; ')] as const)
    for (const [name, value] of [...received, ...headerPairs(reply.headers)])
      if (isSecretName(name)) for (const secret of secretsOf(name, value)) this.#scrubber.learnSecret(secret)
      else if (holdsSecret(name)) this.#scrubber.learn(value, true)
    for (const [name, value] of pairs)
      if (isSecretName(name)) this.#scrubber.learnSecret(value)
      else this.#scrubber.learn({ [name]: value })
    for (const [name, value] of Object.entries(pathParams)) if (holdsSecret(name)) this.#scrubber.learn(value, true)
  }

  #observeOperation(exchange: Exchange, operation: Operation, request: ParsedBody, response: ParsedBody): void {
    const { service } = this.#parts.current.setup
    const { status } = exchange.reply
    const places = findPlaces(operation, service.decisions)
    const isSuccess = status >= 200 && status < 300
    if (places)
      this.#records.observe({
        places,
        address: places.addressOf(exchange.pathParams),
        status,
        request: request.value,
        response: response.value,
        created: findCreated(exchange, service),
        target: identifyList(exchange, operation),
        selection: places.selectionOf(parseQuery(exchange.query).pairs),
      })
    const { path } = readAddress<{ path: string; address?: string }>({ path: exchange.path })
    const answer: RecordedAnswer = {
      operation,
      method: exchange.method,
      path,
      query: exchange.query,
      pathParams: exchange.pathParams,
      queryPairs: this.#readConditions(exchange, operation),
      requestType: exchange.headers['content-type']?.toString(),
      request: request.value ?? request.text,
      sent: exchange.headers,
      hasCredentials: hasCredentials(operation, exchange),
      status,
      responseType: findHeader(exchange.reply.headers, 'Content-Type'),
      response: response.value ?? response.text,
      isJson: response.value !== undefined,
      headers: documentedHeaders(operation, exchange),
      isInvalid: exchange.notices.some(({ kind }) => kind === 'invalid-response'),
      isOfRecords: places !== undefined && isSuccess,
      resource: places?.resource.key,
      changes: places ? this.#records.changesOf(places.resource.key) : 0,
    }
    this.#answers.observe(answer, memoryOfExchange(exchange))
  }

  /** Parameters that distinguish requests in a scenario. */
  #readConditions({ query }: Exchange, operation: Operation): RecordedAnswer['queryPairs'] {
    const credentials = new Set(operation.security.queryNames)
    return parseQuery(query).pairs.filter(([name]) => {
      if (credentials.has(name)) return false
      if (readsQuery(operation, name)) return true
      if (!addressNames.has(name) && this.#undocumented.size < maxUndocumented) this.#undocumented.add(name)
      return false
    })
  }

  /** More may be observed meanwhile, which is in the next result. */
  async finish(): Promise<Recorded> {
    const { service } = this.#parts.current.setup
    const records = this.#records.all
    const observed = this.#answers.all
    const exchanges = [...this.#exchanges]
    const pause = createPause()
    const { fixtures, dropped } = await this.#fitRecords(service, records, pause)
    const answers: RecordedAnswer[] = []
    for (const answer of observed) {
      answers.push(this.#scrubAnswer(answer))
      await pause()
    }
    const playback = new Playback(service, fixtures)
    const wanted: RecordedAnswer[] = []
    for (const answer of answers) {
      if (await this.#isScripted(answer, service, playback)) wanted.push(answer)
      await pause()
    }
    const scenarios = await writeScenarios(wanted, { all: answers, operations: operationsOf(service), pause })
    const notes = [
      ...(dropped > 0 ? [`${dropped} records do not match their schema and are not in the fixtures`] : []),
      ...(this.#unlearned > 0
        ? [`${this.#unlearned} exchanges were not recorded: there are too many secrets and personal values to replace`]
        : []),
      ...(this.#undocumented.size > 0 ? [this.#describeUndocumented()] : []),
      ...(this.#skipped > 0 ? [`${this.#skipped} exchanges are not in the archive, which is full`] : []),
      ...(this.#records.skipped > 0 ? [`${this.#records.skipped} records were not recorded: there are too many`] : []),
      ...(this.#answers.skipped > 0 ? [`${this.#answers.skipped} answers were not recorded: there are too many`] : []),
      ...scenarios.flatMap(({ name, skipped }) =>
        skipped > 0 ? [`${skipped} requests are not in ${name}: a scenario has at most ${maxSteps} steps`] : [],
      ),
    ]
    const entries: HarEntry[] = []
    for (const held of exchanges) {
      entries.push(this.#toEntry(held))
      await pause()
    }
    return { fixtures, scenarios, entries, notes }
  }

  #describeUndocumented(): string {
    const names = [...this.#undocumented].map((name) => this.#scrubber.text(name).slice(0, maxShown))
    const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
    return `scenarios do not distinguish requests by query parameters that the document does not have: ${names.slice(0, 5).join(', ')}${more}`
  }

  async #fitRecords(
    service: Service,
    records: readonly ObservedRecord[],
    pause: () => Promise<void>,
  ): Promise<{ readonly fixtures: Fixtures; readonly dropped: number }> {
    const fixtures = new Map<Resource, JsonObject[]>()
    const seen = new Set<string>()
    let dropped = 0
    for (const record of records) {
      await pause()
      const { resource } = record
      const { compiler } = service.of(resource.document)
      const fitted = fitRecord(record, compiler, this.#scrubber)
      const given = fitted && readGiven(resource, fitted, resource.name)
      const violations = given && [
        ...given.violations,
        ...checkRecord(resource, given, { service, at: resource.name, contract: 'enforce' }),
      ]
      const identity = `${resource.key} ${String(given?.id)}`
      if (!fitted || violations?.length !== 0 || given?.id === undefined || seen.has(identity)) {
        dropped++
        continue
      }
      seen.add(identity)
      const list = fixtures.get(resource) ?? []
      fixtures.set(resource, list)
      list.push(fitted)
    }
    return { fixtures, dropped }
  }

  /** Records give lists and the results of changes. An answer about a record that has changed since is out of date. */
  async #isScripted(answer: RecordedAnswer, { decisions }: Service, playback: Playback): Promise<boolean> {
    const { isOfRecords, operation, status, resource, changes } = answer
    if (isOfRecords && findPlaces(operation, decisions)?.kind !== 'read') return false
    const isOutdated = resource !== undefined && changes < this.#records.changesOf(resource)
    if (isOutdated && (status < 300 || status === 409 || status === 412)) return false
    const given = await playback.compare(answer)
    // What was missing exists by now.
    return given === 'error' || (given === 'success' && !(isOutdated && (status === 404 || status === 410)))
  }

  #scrubAnswer(answer: RecordedAnswer): RecordedAnswer {
    const { path, pathParams, queryPairs, request, requestType, response, responseType, headers } = answer
    const pairs = queryPairs.map(([name, value]) => [name, this.#scrubber.parameter(name, value)] as const)
    return {
      ...answer,
      path: this.#scrubber.address(path),
      query: pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'),
      queryPairs: pairs,
      pathParams: Object.fromEntries(
        Object.entries(pathParams).map(([name, value]) => [name, this.#scrubber.text(value)]),
      ),
      request: this.#scrubBody(request, requestType),
      response: this.#scrubBody(response, responseType),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.#scrubber.text(value)])),
    }
  }

  #scrubBody(body: Json | undefined, type: string | undefined): Json | undefined {
    if (typeof body === 'string') return this.#scrubber.body(body, type)
    return body === undefined ? undefined : this.#scrubber.scrub(body)
  }

  #toEntry({ exchange, isLogin: login }: HeldExchange): HarEntry {
    const { method, path, query, headers, body, reply, at, duration, rejection, operation } = exchange
    const requestType = headers['content-type']?.toString()
    const responseType = findHeader(reply.headers, 'Content-Type')
    const secretQuery = new Set(operation?.secretQuery ?? [])
    const pairs = parseQuery(query).pairs.map(
      ([name, value]) =>
        [
          this.#scrubber.name(name),
          secretQuery.has(name) || holdsSecret(name) ? redacted : this.#scrubber.parameter(name, value),
        ] as const,
    )
    const search = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
    const host = headers.host?.toString() ?? 'localhost'
    const response = this.#writeBody(toBuffer(reply.body), responseType, login)
    return {
      at,
      duration,
      method,
      url: `http://${host}${this.#scrubber.address(path)}${search === '' ? '' : `?${search}`}`,
      query: pairs,
      requestHeaders: this.#writeHeaders(pairsOf(headers)),
      requestBody: this.#writeBody(body, requestType, login).text,
      requestType,
      status: reply.status,
      responseHeaders: this.#writeHeaders(headerPairs(reply.headers)),
      responseBody: response.text,
      isBinary: false,
      responseType,
      comment: rejection && this.#scrubber.text(describePlaces(rejection)),
    }
  }

  #writeHeaders(pairs: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
    return pairs.map(([name, value]) => [name, holdsSecret(name) ? redacted : this.#scrubber.text(value)] as const)
  }

  /** Bytes that are not text are left out: nobody can tell what is in them. */
  #writeBody(
    bytes: Buffer | undefined,
    type: string | undefined,
    login: boolean,
  ): { readonly text: string | undefined } {
    if (!bytes || bytes.length === 0) return { text: undefined }
    const { value, text } = parseBody(bytes, type)
    if (value !== undefined && login) return { text: stringifyJson(redactAll(value)) }
    if (value !== undefined) return { text: stringifyJson(this.#scrubber.scrub(value)) }
    if (text === undefined) return { text: undefined }
    if (login) return { text: redacted }
    return { text: this.#scrubber.body(text, type) }
  }
}

const redacted = '[redacted]'

/** Names of query parameters in a note: names, and characters of each. */
const maxUndocumented = 1_000
const maxShown = 50

/** Parameters of Standin itself. */
const addressNames: ReadonlySet<string> = new Set(['__sandbox', '__scenario'])

/** Without the message, which may quote a secret that is too short to be recognised in it. */
const describePlaces = ({ code, violations = [] }: NonNullable<Exchange['rejection']>): string =>
  [code, ...new Set(violations.map(({ at }) => at))].join(' ')

/** Keeps the structure. */
const redactAll = (value: Json): Json => {
  if (isJsonArray(value)) return value.map(redactAll)
  if (isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, redactAll(held)]))
  return typeof value === 'boolean' || value === null ? value : redacted
}

/** The address of a new record, from the Location of the response. */
const findCreated = ({ reply, path }: Exchange, service: Service): ItemAddress | undefined => {
  const location = findHeader(reply.headers, 'Location')
  if (location === undefined || reply.status < 200 || reply.status > 299) return undefined
  const url = URL.canParse(location, `http://localhost${path}`)
    ? new URL(location, `http://localhost${path}`)
    : undefined
  const match = url && service.matcher.match('GET', url.pathname)
  if (match?.kind !== 'operation') return undefined
  return findPlaces(match.operation, service.decisions)?.addressOf(match.params)
}
