/**
 * What a recording holds in memory, as it was sent, and what of it is written: without secrets, and without personal data.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Resource } from '../../behaviours/records/resource.ts'
import { viewResponses, findResponse } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { findHeader, headerPairs } from '../../contract/values/header-list.ts'
import { JsonTextError, parseJsonBytes, stringifyJson } from '../../contract/values/json-text.ts'
import { isJson, parseMediaType } from '../../contract/values/media-type.ts'
import { parseQuery } from '../../contract/values/query.ts'
import { checkRecord, readGiven } from '../../control/actions/given-record.ts'
import { isLogin } from '../../handle/login-tokens.ts'
import type { Exchange } from '../../journal/exchange.ts'
import { isSecretName } from '../../journal/redact.ts'
import type { Service } from '../../loading/service.ts'
import type { Json, JsonObject, RequestHeaders } from '../../ports.ts'
import { readAddress } from '../../sandboxes/open-sandbox.ts'
import { fitRecord } from './fit-record.ts'
import type { HarEntry } from './har.ts'
import { ObservedRecords } from './observed-records.ts'
import { type Fixtures, Playback } from './playback.ts'
import { findPlaces, type ItemAddress } from './record-places.ts'
import { type RecordedAnswer, RecordedAnswers } from './recorded-answers.ts'
import { Scrubber } from './scrubber.ts'
import { type WrittenScenario, writeScenarios } from './write-scenarios.ts'

export interface Recorded {
  readonly fixtures: Fixtures
  readonly scenarios: readonly WrittenScenario[]
  readonly entries: readonly HarEntry[]
  readonly notes: readonly string[]
}

export interface RecordingParts {
  readonly keepsPersonal: boolean
  readonly current: { readonly setup: { readonly service: Service } }
}

/** The archive has at most this many exchanges, and this many bytes of bodies. */
const maxEntries = 10_000
const maxBytes = 64 * 1024 * 1024

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

  constructor(parts: RecordingParts) {
    this.#parts = parts
    this.#scrubber = new Scrubber({ keepsPersonal: parts.keepsPersonal })
  }

  observe(exchange: Exchange, operation: Operation | undefined): void {
    const login = operation !== undefined && isLogin(operation)
    const request = parseBody(exchange.body, exchange.headers['content-type']?.toString())
    const responseType = findHeader(exchange.reply.headers, 'Content-Type')
    const response = parseBody(toBuffer(exchange.reply.body), responseType)
    this.#learn(exchange, operation)
    if (request.value !== undefined) this.#scrubber.learn(request.value, login)
    if (response.value !== undefined) this.#scrubber.learn(response.value, login)
    this.#hold(exchange, login)
    if (!operation || login) return
    this.#observeOperation(exchange, operation, request, response)
  }

  #hold(exchange: Exchange, login: boolean): void {
    const size = (exchange.body?.length ?? 0) + (toBuffer(exchange.reply.body)?.length ?? 0)
    if (this.#exchanges.length >= maxEntries || this.#bytes + size > maxBytes) {
      this.#skipped++
      return
    }
    this.#bytes += size
    this.#exchanges.push({ exchange, isLogin: login })
  }

  /** Credentials in headers and in the query. */
  #learn({ headers, query, method, reply }: Exchange, operation: Operation | undefined): void {
    const pairs = parseQuery(query).pairs
    for (const { scheme } of operation?.security.alternatives.flat() ?? []) {
      const credential = scheme.find({ method, headers, query: pairs })
      if (credential.kind === 'found') this.#scrubber.learnSecret(credential.value)
    }
    const received = Object.entries(headers).map(([name, value]) => [name, [value].flat().join('; ')] as const)
    for (const [name, value] of [...received, ...headerPairs(reply.headers)])
      if (isSecretName(name)) for (const secret of secretsOf(name, value)) this.#scrubber.learnSecret(secret)
    for (const [name, value] of pairs) if (isSecretName(name)) this.#scrubber.learnSecret(value)
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
      })
    const { path } = readAddress<{ path: string; address?: string }>({ path: exchange.path })
    this.#answers.observe({
      operation,
      method: exchange.method,
      path,
      query: exchange.query,
      pathParams: exchange.pathParams,
      queryPairs: parseQuery(exchange.query).pairs,
      requestType: exchange.headers['content-type']?.toString(),
      request: request.value ?? request.text,
      accept: exchange.headers.accept?.toString(),
      status,
      responseType: findHeader(exchange.reply.headers, 'Content-Type'),
      response: response.value ?? response.text,
      isJson: response.value !== undefined,
      headers: documentedHeaders(operation, exchange),
      isInvalid: exchange.notices.some(({ kind }) => kind === 'invalid-response'),
      isOfRecords: places !== undefined && isSuccess,
      resource: places?.resource.key,
      changes: places ? this.#records.changesOf(places.resource.key) : 0,
    })
  }

  async finish(): Promise<Recorded> {
    const { service } = this.#parts.current.setup
    const { fixtures, dropped } = this.#fitRecords(service)
    const answers = this.#answers.all.map((answer) => this.#scrubAnswer(answer))
    const playback = new Playback(service, fixtures)
    const wanted: RecordedAnswer[] = []
    for (const [index, answer] of answers.entries()) {
      if (index % 20 === 19) await nextTurn()
      if (this.#isScripted(answer, service) && !(await playback.gives(answer))) wanted.push(answer)
    }
    const notes = [
      ...(dropped > 0 ? [`${dropped} records do not match their schema and are not in the fixtures`] : []),
      ...(this.#skipped > 0 ? [`${this.#skipped} exchanges are not in the archive, which is full`] : []),
      ...(this.#records.skipped > 0 ? [`${this.#records.skipped} records were not recorded: there are too many`] : []),
      ...(this.#answers.skipped > 0 ? [`${this.#answers.skipped} answers were not recorded: there are too many`] : []),
    ]
    const entries = this.#exchanges.map((held) => this.#toEntry(held))
    return { fixtures, scenarios: writeScenarios(wanted, answers), entries, notes }
  }

  #fitRecords(service: Service): { readonly fixtures: Fixtures; readonly dropped: number } {
    const fixtures = new Map<Resource, JsonObject[]>()
    const seen = new Set<string>()
    let dropped = 0
    for (const record of this.#records.all) {
      const { resource } = record
      const { compiler } = service.of(resource.document)
      const fitted = fitRecord(record, compiler, this.#scrubber)
      const given = fitted && readGiven(resource, fitted, resource.name)
      const violations = given && [...given.violations, ...checkRecord(resource, given, { service, at: resource.name, contract: 'enforce' })]
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
  #isScripted({ isOfRecords, operation, status, resource, changes }: RecordedAnswer, { decisions }: Service): boolean {
    const isOutdated = resource !== undefined && changes < this.#records.changesOf(resource)
    if (isOutdated && (status < 300 || ofState.has(status))) return false
    return !isOfRecords || findPlaces(operation, decisions)?.kind === 'read'
  }

  #scrubAnswer(answer: RecordedAnswer): RecordedAnswer {
    const { path, pathParams, queryPairs, request, response, headers } = answer
    const pairs = queryPairs.map(([name, value]) => [name, this.#scrubber.parameter(name, value)] as const)
    return {
      ...answer,
      path: this.#scrubber.address(path),
      query: pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'),
      queryPairs: pairs,
      pathParams: Object.fromEntries(
        Object.entries(pathParams).map(([name, value]) => [name, this.#scrubber.text(value)]),
      ),
      request: request === undefined ? undefined : this.#scrubber.scrub(request),
      response: response === undefined ? undefined : this.#scrubber.scrub(response),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.#scrubber.text(value)])),
    }
  }

  #toEntry({ exchange, isLogin: login }: HeldExchange): HarEntry {
    const { method, path, query, headers, body, reply, at, duration, rejection, operation } = exchange
    const requestType = headers['content-type']?.toString()
    const responseType = findHeader(reply.headers, 'Content-Type')
    const secretQuery = new Set(operation?.secretQuery ?? [])
    const pairs = parseQuery(query).pairs.map(
      ([name, value]) =>
        [name, secretQuery.has(name) || isSecretName(name) ? redacted : this.#scrubber.parameter(name, value)] as const,
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
      comment: rejection && this.#scrubber.text(rejection.message),
    }
  }

  #writeHeaders(pairs: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
    return pairs.map(([name, value]) => [name, isSecretName(name) ? redacted : this.#scrubber.text(value)] as const)
  }

  /** Bytes that are not text are left out: nobody can tell what is in them. */
  #writeBody(bytes: Buffer | undefined, type: string | undefined, login: boolean): { readonly text: string | undefined } {
    if (!bytes || bytes.length === 0) return { text: undefined }
    const { value, text } = parseBody(bytes, type)
    if (value !== undefined) return { text: stringifyJson(this.#scrubber.scrub(value)) }
    if (text === undefined) return { text: undefined }
    if (login) return { text: redacted }
    if (type?.includes('urlencoded')) {
      const fields = new URLSearchParams()
      for (const [name, held] of parseQuery(text).pairs) fields.append(name, this.#scrubber.parameter(name, held))
      return { text: fields.toString() }
    }
    return { text: this.#scrubber.text(text) }
  }
}

const redacted = '[redacted]'

/** Statuses that depend on which records there are. */
const ofState: ReadonlySet<number> = new Set([404, 409, 410, 412])

const toBuffer = (body: string | Buffer | undefined): Buffer | undefined =>
  body === undefined ? undefined : Buffer.from(body)

interface ParsedBody {
  /** JSON. */
  readonly value: Json | undefined
  /** Any other text. */
  readonly text: string | undefined
}

const parseBody = (bytes: Buffer | undefined, type: string | undefined): ParsedBody => {
  if (!bytes || bytes.length === 0) return { value: undefined, text: undefined }
  const mediaType = type === undefined ? undefined : parseMediaType(type)
  if (mediaType && isJson(mediaType.essence)) {
    try {
      return { value: parseJsonBytes(bytes).exact, text: undefined }
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error
    }
  }
  const text = bytes.toString('utf8')
  return { value: undefined, text: /\uFFFD|\0/.test(text) ? undefined : text }
}

const pairsOf = (headers: RequestHeaders): readonly (readonly [string, string])[] =>
  Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')] as const)

/** The credentials in a header: a token, user and password, or the values of cookies. */
const secretsOf = (name: string, value: string): readonly string[] => {
  if (/cookie$/i.test(name)) return value.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1))
  const [, scheme = '', credential = value] = /^([A-Za-z]+) +(\S.*)$/.exec(value) ?? []
  if (!/^basic$/i.test(scheme)) return [credential]
  const decoded = Buffer.from(credential, 'base64').toString()
  return [credential, ...decoded.split(':')]
}

/** Headers of the response that the document describes, for scenarios. */
const documentedHeaders = (operation: Operation, { reply }: Exchange): Readonly<Record<string, string>> => {
  const view = findResponse(viewResponses(operation.document, operation.node), reply.status)
  const found: Record<string, string> = {}
  for (const name of view?.headers.keys() ?? []) {
    const value = findHeader(reply.headers, name)
    if (value !== undefined && !isSecretName(name) && !/^(content-|date$|transfer-)/i.test(name)) found[name] = value
  }
  return found
}

/** The address of a new record, from the Location of the response. */
const findCreated = ({ reply, path }: Exchange, service: Service): ItemAddress | undefined => {
  const location = findHeader(reply.headers, 'Location')
  if (location === undefined || reply.status < 200 || reply.status > 299) return undefined
  const url = URL.canParse(location, `http://localhost${path}`) ? new URL(location, `http://localhost${path}`) : undefined
  const match = url && service.matcher.match('GET', url.pathname)
  if (match?.kind !== 'operation') return undefined
  return findPlaces(match.operation, service.decisions)?.addressOf(match.params)
}
