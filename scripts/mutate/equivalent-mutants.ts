/**
 * Mutants that no test can notice, because the changed program does the same. They are not counted.
 */
import type { Change } from './find-mutants.ts'

export interface EquivalentMutant extends Change {
  /** Relative to the project. */
  readonly file: string
  readonly reason: string
}

export const equivalentMutants: readonly EquivalentMutant[] = [
  {
    file: 'src/contract/document/source.ts',
    before: 'const json = isJsonFile(file, text) && !isDeep(text) ? parseJson(text) : undefined',
    after: 'const json = !(isJsonFile(file, text) && !isDeep(text)) ? parseJson(text) : undefined',
    reason: 'YAML includes JSON, so what one parser leaves the other reads, only slower',
  },
  {
    file: 'src/sandboxes/count-memory.ts',
    before: 'const sliceTime = 5',
    after: 'const sliceTime = 6',
    reason: 'a millisecond more until other work is done',
  },
  {
    file: 'src/contract/patterns/find-ambiguity.ts',
    before: 'return hasAmbiguousLoop(compileProgram(parsed.pattern, parsed.flags, { maxCopies: 2 }))',
    after: 'return hasAmbiguousLoop(compileProgram(parsed.pattern, parsed.flags, { maxCopies: 3 }))',
    reason: 'two copies of a repeated part are as ambiguous as three',
  },
  {
    file: 'src/contract/document/source.ts',
    before: 'return toSafeNumbers(parse(source.text, { intAsBigInt: true, maxAliasCount: -1 }))',
    after: 'return toSafeNumbers(parse(source.text, { intAsBigInt: true, maxAliasCount: -2 }))',
    reason: 'any negative number switches the limit off',
  },
  {
    file: 'src/contract/values/text-width.ts',
    before: 'if (text.length * 2 <= width) return text',
    after: 'if (text.length * 2 < width) return text',
    reason: 'a text of exactly this length is returned below, only slower',
  },
  {
    file: 'src/contract/values/media-type.ts',
    before:
      "accept === undefined || accept === '*/*' || accept === documented || preferredOf(accept, [documented]) !== undefined",
    after:
      "accept === undefined && accept === '*/*' || accept === documented || preferredOf(accept, [documented]) !== undefined",
    reason: 'the last operand decides the same, only slower',
  },
  {
    file: 'src/contract/sample/generate-number.ts',
    before:
      'return most < from ? [Math.max(least, most - (to - from)), most] : [least, Math.min(most, least + (to - from))]',
    after:
      'return most <= from ? [Math.max(least, most - (to - from)), most] : [least, Math.min(most, least + (to - from))]',
    reason: 'a maximum that equals the start of the range is within the range, which was decided before',
  },
  {
    file: 'src/contract/response/success-status.ts',
    before: 'return statuses.find((status) => status >= 200) ?? 200',
    after: 'return statuses.find((status) => status > 200) ?? 200',
    reason: 'a documented 200 was returned before',
  },
  {
    file: 'src/sandboxes/eviction.ts',
    before: '#nextSweep = 0',
    after: '#nextSweep = 1',
    reason: 'any time in the past is due',
  },
  {
    file: 'src/scenarios/play.ts',
    before: 'if (scenarios.length === 0) return nothing',
    after: 'if (scenarios.length === (-1)) return nothing',
    reason: 'a shortcut: without scenarios the rest returns the same',
  },
  {
    file: 'src/scenarios/parse-scenario.ts',
    before: 'return duration ?? 0',
    after: 'return duration ?? (-1)',
    reason: 'the scenario has a problem, so it is not used',
  },
  {
    file: 'src/sandboxes/sandbox-log.ts',
    before: '#lastTouch = 0',
    after: '#lastTouch = (-1)',
    reason: 'any time in the past',
  },
  {
    file: 'src/store/collection.ts',
    before: 'if (tree.size === 0) index.delete(key)',
    after: 'if (tree.size === 0) ;',
    reason: 'an empty tree has no records; deleting it saves memory',
  },
  {
    file: 'src/store/collection.ts',
    before: 'version = 0',
    after: 'version = 1',
    reason: 'versions are compared with each other only',
  },
  {
    file: 'src/store/read-page.ts',
    before: 'if (tree.size < walked.size) walked = tree',
    after: 'if (tree.size <= walked.size) walked = tree',
    reason: 'of two trees of the same size, any leads to the same page',
  },
  {
    file: 'src/store/read-page.ts',
    before: "{ filters, limit, afterPosition, skip = 0, scope }: Omit<PageQuery, 'after'>,",
    after: "{ filters, limit, afterPosition, skip = (-1), scope }: Omit<PageQuery, 'after'>,",
    reason: 'the number of skipped records is compared with it, and is never negative',
  },
  {
    file: 'src/store/read-page.ts',
    before: 'if (tree.size < walked.size) walked = tree',
    after: 'if (tree.size < walked.size) ;',
    reason: 'a smaller tree is only faster: records that the filters exclude are skipped',
  },
  {
    file: 'src/store/collection.ts',
    before: 'if (position > this.#lastPosition) this.#lastPosition = position',
    after: 'if (position >= this.#lastPosition) this.#lastPosition = position',
    reason: 'where both are equal, it is set to what it is',
  },
  {
    file: 'src/store/indexes.ts',
    before: 'new BTreeModule.default<RecordId, Value>(entries, byId, 32)',
    after: 'new BTreeModule.default<RecordId, Value>(entries, byId, 0)',
    reason: 'the size of nodes decides the speed only; the library has a minimum',
  },
  {
    file: 'src/store/seed.ts',
    before: 'return seed.later ? lazy(digest) : constant(digest())',
    after: 'return !(seed.later) ? lazy(digest) : constant(digest())',
    reason: 'it decides when the digest is computed, not what it is',
  },
  {
    file: 'src/store/later-collection.ts',
    before: 'this.#build = undefined',
    after: ';',
    reason: 'what is built is not built again; the function is only released',
  },
  {
    file: 'src/store/position.ts',
    before: "order ?? (typeof id === 'string' ? 0 : id)",
    after: "order ?? (typeof id === 'string' ? 1 : id)",
    reason: 'a stored record whose id is a string always has an order',
  },
  {
    file: 'src/store/change-notes.ts',
    before: 'if (this.#byResource.size === 0) return noChanges',
    after: 'if (this.#byResource.size === (-1)) return noChanges',
    reason: 'a shortcut: without notes the rest returns no changes, too',
  },
  {
    file: 'src/store/memory-budget.ts',
    before: '#meanwhile = 0',
    after: '#meanwhile = 1',
    reason: 'each count sets it to 0 when it begins',
  },
  {
    file: 'src/store/memory-budget.ts',
    before: '#meanwhile = 0',
    after: '#meanwhile = (-1)',
    reason: 'each count sets it to 0 when it begins',
  },
  {
    file: 'src/store/id-sequence.ts',
    before: 'const next = findFree(above < minimum ? minimum : above)',
    after: 'const next = findFree(above <= minimum ? minimum : above)',
    reason: 'where both are equal, either is the same',
  },
  {
    file: 'src/store/embedded-store.ts',
    before: 'if (this === other || this.digest === other.digest) return true',
    after: 'if (this === other && this.digest === other.digest) return true',
    reason: 'a shortcut: the records of equal seeds are equal, too',
  },
  {
    file: 'src/store/collection.ts',
    before: 'if (scope === undefined || this.#scoped < this.#primary.size) return this.#all',
    after: 'if (scope === undefined || this.#scoped <= this.#primary.size) return this.#all',
    reason: 'a smaller tree is only faster: what reads it skips the records of other scopes',
  },
  {
    file: 'src/store/collection.ts',
    before: 'const isWhole = query.filters.length === 0 && (query.scope === undefined || scoped !== this.#all)',
    after: 'const isWhole = query.filters.length === 0 && (query.scope === undefined && scoped !== this.#all)',
    reason: 'a shortcut: counting one by one gives the same',
  },
  {
    file: 'src/store/collection.ts',
    before: 'const isWhole = query.filters.length === 0 && (query.scope === undefined || scoped !== this.#all)',
    after: 'const isWhole = query.filters.length === (-1) && (query.scope === undefined || scoped !== this.#all)',
    reason: 'a shortcut: counting one by one gives the same',
  },
  {
    file: 'src/http/request-queue.ts',
    before: 'if (this.#size > 0) this.#startWaiting()',
    after: 'if (this.#size >= 0) this.#startWaiting()',
    reason: 'a shortcut: where none waits, none starts',
  },
  {
    file: 'src/http/transport.ts',
    before: 'let count = 0',
    after: 'let count = (-1)',
    reason: 'request ids only have to differ',
  },
  {
    file: 'src/sandboxes/sandboxes.ts',
    before: 'const isBelow = (): boolean => Math.max(this.#sandboxes.size, this.#stored?.count ?? 0) <= maximum',
    after: 'const isBelow = (): boolean => Math.max(this.#sandboxes.size, this.#stored?.count ?? 1) <= maximum',
    reason: 'there always is the default sandbox, so the number in memory is at least 1',
  },
  {
    file: 'src/sandboxes/sandboxes.ts',
    before: 'const isBelow = (): boolean => Math.max(this.#sandboxes.size, this.#stored?.count ?? 0) <= maximum',
    after: 'const isBelow = (): boolean => Math.max(this.#sandboxes.size, this.#stored?.count ?? (-1)) <= maximum',
    reason: 'there always is the default sandbox, so the number in memory is at least 1',
  },
  {
    file: 'src/sandboxes/move-to-setup.ts',
    before: 'let moved = 0',
    after: 'let moved = (-1)',
    reason: 'it decides when other work is done in between, not what is moved',
  },
  {
    file: 'src/sandboxes/count-memory.ts',
    before: 'if (++counted % countedAtOnce !== 0 || performance.now() < end) continue',
    after: 'if (++counted % countedAtOnce !== 0 || performance.now() <= end) continue',
    reason: 'it decides when other work is done in between, not what is counted',
  },
  {
    file: 'src/control/actions/send-request.ts',
    before: "const isSent = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined",
    after: "const isSent = Number(headers['content-length'] ?? (-1)) > 0 || headers['transfer-encoding'] !== undefined",
    reason: 'neither is above 0',
  },
  {
    file: 'src/control/actions/exchange-condition.ts',
    before: "const isSent = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined",
    after: "const isSent = Number(headers['content-length'] ?? (-1)) > 0 || headers['transfer-encoding'] !== undefined",
    reason: 'neither is above 0',
  },
  {
    file: 'src/store/collection.ts',
    before: 'scoped: 0,',
    after: 'scoped: (-1),',
    reason:
      'the tree of a scope is only smaller than that of all records: what reads it skips the records of other scopes',
  },
  {
    file: 'src/store/embedded-store.ts',
    before: 'copy.#most = this.#most',
    after: ';',
    reason: 'it saves a copy from counting its records once',
  },
  {
    file: 'src/store/position.ts',
    before: "order ?? (typeof id === 'string' ? 0 : id)",
    after: "order ?? (typeof id === 'string' ? (-1) : id)",
    reason: 'a stored record whose id is a string always has an order',
  },
  {
    file: 'src/http/transport.ts',
    before: 'const started = log ? performance.now() : 0',
    after: 'const started = log ? performance.now() : 1',
    reason: 'it is used only where requests are logged',
  },
  {
    file: 'src/http/transport.ts',
    before: 'const started = log ? performance.now() : 0',
    after: 'const started = log ? performance.now() : (-1)',
    reason: 'it is used only where requests are logged',
  },
  {
    file: 'src/behaviours/operations/list/list.ts',
    before: 'const needsFacts = facts.length > 0 || hasLink',
    after: 'const needsFacts = facts.length >= 0 || hasLink',
    reason: 'a shortcut: without facts to show, collecting them only takes time',
  },
  {
    file: 'src/contract/sample/agree-measures.ts',
    before: 'if (found.length < 2) continue',
    after: 'if (found.length < (1)) continue',
    reason: 'a shortcut: one value alone is in order',
  },
  {
    file: 'src/behaviours/operations/list/find-page.ts',
    before: 'records: extra > 0 ? records.slice(0, limit) : records,',
    after: 'records: extra >= 0 ? records.slice(0, limit) : records,',
    reason: 'without an additional record, there are never more records than the limit',
  },
  {
    file: 'src/behaviours/operations/list/find-page.ts',
    before: 'records: extra > 0 ? records.slice(0, limit) : records,',
    after: 'records: extra > (-1) ? records.slice(0, limit) : records,',
    reason: 'without an additional record, there are never more records than the limit',
  },
  {
    file: 'src/behaviours/operations/list/find-page.ts',
    before: 'hasMore: extra > 0 && records.length > limit,',
    after: 'hasMore: extra >= 0 && records.length > limit,',
    reason: 'without an additional record, there are never more records than the limit',
  },
  {
    file: 'src/behaviours/operations/list/find-page.ts',
    before: 'hasMore: extra > 0 && records.length > limit,',
    after: 'hasMore: extra > (-1) && records.length > limit,',
    reason: 'without an additional record, there are never more records than the limit',
  },
  {
    file: 'src/behaviours/operations/list/find-page.ts',
    before: 'total: needsTotal ? await store.count(resource.key, { filters, scope }) : 0,',
    after: 'total: needsTotal ? await store.count(resource.key, { filters, scope }) : 1,',
    reason: 'it is read only where a total is needed',
  },
  {
    file: 'src/behaviours/operations/list/find-page.ts',
    before: 'total: needsTotal ? await store.count(resource.key, { filters, scope }) : 0,',
    after: 'total: needsTotal ? await store.count(resource.key, { filters, scope }) : (-1),',
    reason: 'it is read only where a total is needed',
  },
  {
    file: 'src/behaviours/operations/list/list-filters.ts',
    before: 'if (query.size === 0 || filters.length === 0) return noFilters',
    after: 'if (query.size === 0 && filters.length === 0) return noFilters',
    reason: 'a shortcut: without a query or filters, the rest finds none either',
  },
  {
    file: 'src/behaviours/operations/list/list-filters.ts',
    before: 'if (query.size === 0 || filters.length === 0) return noFilters',
    after: 'if (query.size === (-1) || filters.length === 0) return noFilters',
    reason: 'a shortcut: without a query or filters, the rest finds none either',
  },
  {
    file: 'src/behaviours/operations/list/list-filters.ts',
    before: 'if (query.size === 0 || filters.length === 0) return noFilters',
    after: 'if (query.size === 0 || filters.length === (-1)) return noFilters',
    reason: 'a shortcut: without a query or filters, the rest finds none either',
  },
  {
    file: 'src/behaviours/operations/list/page-request.ts',
    before: 'if (query.size === 0 || parameters.length === 0) return wholeList',
    after: 'if (query.size === 0 && parameters.length === 0) return wholeList',
    reason: 'a shortcut: without a query or parameters, the rest returns the whole list, too',
  },
  {
    file: 'src/behaviours/operations/list/page-request.ts',
    before: 'if (query.size === 0 || parameters.length === 0) return wholeList',
    after: 'if (query.size === (-1) || parameters.length === 0) return wholeList',
    reason: 'a shortcut: without a query or parameters, the rest returns the whole list, too',
  },
  {
    file: 'src/behaviours/operations/list/page-request.ts',
    before: 'if (query.size === 0 || parameters.length === 0) return wholeList',
    after: 'if (query.size === 0 || parameters.length === (-1)) return wholeList',
    reason: 'a shortcut: without a query or parameters, the rest returns the whole list, too',
  },
  {
    file: 'src/behaviours/operations/list/cursors.ts',
    before: "const mark = seedOf(0, 'cursor', resource.key).toString(36)",
    after: "const mark = seedOf(1, 'cursor', resource.key).toString(36)",
    reason: 'another mark distinguishes the lists as well',
  },
  {
    file: 'src/behaviours/operations/list/cursors.ts',
    before: "const mark = seedOf(0, 'cursor', resource.key).toString(36)",
    after: "const mark = seedOf((-1), 'cursor', resource.key).toString(36)",
    reason: 'another mark distinguishes the lists as well',
  },
  {
    file: 'src/behaviours/operations/change/json-patch.ts',
    before: 'return Array.isArray(value) ? value.length : 0',
    after: 'return Array.isArray(value) ? value.length : 1',
    reason: 'no body has enough operations so that one item more for each exceeds the limit',
  },
  {
    file: 'src/behaviours/operations/change/json-patch.ts',
    before: 'return Array.isArray(value) ? value.length : 0',
    after: 'return Array.isArray(value) ? value.length : (-1)',
    reason: 'one item less for each operation is within a millionth of the limit',
  },
  {
    file: 'src/behaviours/operations/list/find-page.ts',
    before: 'if (resource.lifecycles.length === 0) return records',
    after: 'if (resource.lifecycles.length === (-1)) return records',
    reason: 'a shortcut: without lifecycles, each record is returned as it is',
  },
  {
    file: 'src/contract/schema/validator.ts',
    before: 'const maxInterpreted = 200',
    after: 'const maxInterpreted = 0',
    reason: 'it decides when a validator is compiled, not what it accepts',
  },
  {
    file: 'src/contract/schema/interpret-schema.ts',
    before: 'return range === undefined || (BigInt(value) >= range[0] && BigInt(value) <= range[1])',
    after: 'return range === undefined && (BigInt(value) >= range[0] && BigInt(value) <= range[1])',
    reason: 'what is not certainly valid, or fails here, is decided by the compiled validator, only slower',
  },
  {
    file: 'src/behaviours/records/generate-record.ts',
    before: "const isInside = resource.idPath.length > 1 || (resource.keyParts.length > 0 && id !== '')",
    after: "const isInside = resource.idPath.length > (0) || (resource.keyParts.length > 0 && id !== '')",
    reason: 'an id that is a property of the record itself was set before, to the same value',
  },
  {
    file: 'src/sandboxes/durability.ts',
    before: 'this.#bases.noteStored(names)',
    after: ';',
    reason: 'a log stores nothing under a name that it has; it is only asked once more',
  },
  {
    file: 'src/store/read-page.ts',
    before: 'if (filters.length > 0 && !matches(record, filters)) return',
    after: 'if (filters.length >= 0 && !matches(record, filters)) return',
    reason: 'a shortcut: without filters, every record matches',
  },
]

/** Undefined if tests should notice the mutant. */
export const findEquivalent = ({
  file,
  before,
  after,
}: Change & { readonly file: string }): EquivalentMutant | undefined =>
  equivalentMutants.find((one) => one.file === file && one.before === before && one.after === after)
