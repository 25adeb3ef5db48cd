/**
 * A record while it is edited: the draft, what is wrong with it (checked by the server while one types), and whether it has
 * changed. Problems of fields that nobody has touched yet are held back in a new record.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type JsonObject, stringifyJson } from '../../api/json.ts'
import { describeError, isAborted } from '../../api/problem.ts'
import type { RecordProblem } from '../../api/types.ts'
import { useConsole } from '../../state/console-state.ts'

export interface Draft {
  readonly value: JsonObject
  /** The stored record. */
  readonly base: JsonObject
  /** The stored record, if it was changed by somebody else after the changes of the draft began. */
  readonly newer: JsonObject | undefined
  /** Whether it differs from the stored record. */
  readonly isChanged: boolean
  readonly problems: readonly RecordProblem[]
  /** Why the check failed; undefined if it did not. */
  readonly failure: string | undefined
  readonly change: (value: JsonObject, pointer: string) => void
  /** A value of it is stored now. What was typed meanwhile stays. */
  readonly keepStored: (value: JsonObject) => void
  /** Begins again with another stored record. */
  readonly reset: (value: JsonObject) => void
  /** A later version of the stored record: shown at once if nothing is lost by it. */
  readonly offer: (value: JsonObject) => void
  /** It was added or deleted: its changes are no longer kept. */
  readonly forget: () => void
  /** For a record that is about to be deleted: the server cannot check it any more. */
  readonly cancelCheck: () => void
  /** Shows all problems; resolves with them. */
  readonly checkNow: () => Promise<readonly RecordProblem[]>
}

export interface DraftOptions {
  readonly resource: string
  /** Undefined for a new record. */
  readonly recordId: string | undefined
  /** The record that a new one is a copy of. */
  readonly copyOf: string | undefined
  readonly start: JsonObject
  readonly isReadOnly: boolean
}

/** Milliseconds after the last key. */
const checkDelay = 200

interface Findings {
  readonly problems: readonly RecordProblem[]
  readonly failure: string | undefined
}

const noFindings: Findings = { problems: [], failure: undefined }

/** The name of the draft among those that are kept. */
export const draftName = (sandbox: string, resource: string, recordId: string | undefined, copyOf = ''): string =>
  JSON.stringify(recordId === undefined ? [sandbox, resource, 'new', copyOf] : [sandbox, resource, 'stored', recordId])

export const useDraft = (options: DraftOptions): Draft => {
  const { resource, recordId, isReadOnly } = options
  const { base, value, newer, setValue, keepStored, reset, offer, forget } = useKeptValue(options)
  const [findings, setFindings] = useState<Findings>(noFindings)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [showsAll, setShowsAll] = useState(recordId !== undefined)
  const check = useCheck(resource, recordId)
  const checking = useRef<AbortController | undefined>(undefined)
  useEffect(() => {
    if (isReadOnly) return undefined
    const ending = new AbortController()
    checking.current = ending
    const timer = setTimeout(async () => {
      const found = await check(value, ending.signal)
      if (found && !ending.signal.aborted) setFindings(found)
    }, checkDelay)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [value, check, isReadOnly])
  const isChanged = useMemo(() => stringifyJson(value) !== stringifyJson(base), [value, base])
  const shown = findings.problems.filter(({ pointer }) => showsAll || isTouched(touched, pointer))
  return {
    value,
    base,
    newer,
    forget,
    isChanged,
    problems: shown,
    failure: findings.failure,
    change: (next, pointer) => {
      setValue(next)
      if (!touched.has(pointer)) setTouched(new Set([...touched, pointer]))
    },
    keepStored,
    reset,
    offer,
    cancelCheck: () => checking.current?.abort(),
    checkNow: async () => {
      setShowsAll(true)
      const found = (await check(value)) ?? noFindings
      setFindings(found)
      return found.problems
    },
  }
}

/** The stored record and the draft of it, which is kept while it differs. */
const useKeptValue = ({ resource, recordId, copyOf, start, isReadOnly }: DraftOptions) => {
  const { drafts, sandbox } = useConsole()
  const name = draftName(sandbox.value.id, resource, recordId, copyOf)
  const [kept] = useState(() => (isReadOnly ? undefined : drafts.find(name)))
  // A new record begins with another id each time.
  const isStale = (old: JsonObject) => recordId !== undefined && stringifyJson(old) !== stringifyJson(start)
  const [base, setBase] = useState(kept?.base ?? start)
  const [value, setValue] = useState(kept?.value ?? start)
  const [newer, setNewer] = useState(kept && isStale(kept.base) ? start : undefined)
  useEffect(() => {
    if (isReadOnly) return
    if (stringifyJson(value) === stringifyJson(base)) drafts.forget(name)
    else drafts.keep(name, { base, value })
  }, [value, base, name, isReadOnly])
  const reset = (next: JsonObject): void => {
    setBase(next)
    setValue(next)
    setNewer(undefined)
  }
  const keepStored = (stored: JsonObject): void => {
    setBase(stored)
    setNewer(undefined)
  }
  const isChanged = stringifyJson(value) !== stringifyJson(base)
  const offer = (next: JsonObject): void => {
    if (stringifyJson(next) === stringifyJson(base)) return
    if (isChanged) setNewer(next)
    else reset(next)
  }
  useEffect(() => {
    // The changes were taken back by hand.
    if (newer && !isChanged) reset(newer)
  }, [newer, isChanged])
  return { base, value, newer, setValue, keepStored, reset, offer, forget: () => drafts.forget(name) }
}

const isTouched = (touched: ReadonlySet<string>, pointer: string): boolean =>
  [...touched].some((each) => pointer === each || pointer.startsWith(`${each}/`))

type Check = (value: JsonObject, signal?: AbortSignal) => Promise<Findings | undefined>

/** Resolves with undefined if it was cancelled. */
const useCheck = (resource: string, recordId: string | undefined): Check => {
  const { api, sandbox } = useConsole()
  const { id } = sandbox.value
  const latest = useRef<Check>(async () => undefined)
  latest.current = async (value, signal) => {
    const path = { id, resource }
    try {
      const problems =
        recordId === undefined
          ? await api.call('checkNewRecord', { path, body: value }, signal)
          : await api.call('checkRecord', { path: { ...path, recordId }, body: value }, signal)
      return { problems, failure: undefined }
    } catch (error) {
      return isAborted(error) ? undefined : { problems: [], failure: describeError(error) }
    }
  }
  return useMemo<Check>(() => (value, signal) => latest.current(value, signal), [])
}

/** The message without the name of the place, which is beside it: "Must be one of available, pending, sold". */
export const shortMessage = ({ message }: Pick<RecordProblem, 'message'>): string => {
  const rest = message.replace(/^body[^ ]* (?=\S)/, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
