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
  /** Whether it differs from the stored record. */
  readonly isChanged: boolean
  readonly problems: readonly RecordProblem[]
  /** Why the check failed; undefined if it did not. */
  readonly failure: string | undefined
  readonly change: (value: JsonObject, pointer: string) => void
  /** Begins again with another stored record. */
  readonly reset: (value: JsonObject) => void
  /** Shows all problems; resolves with them. */
  readonly checkNow: () => Promise<readonly RecordProblem[]>
}

export interface DraftOptions {
  readonly resource: string
  /** Undefined for a new record. */
  readonly recordId: string | undefined
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

export const useDraft = ({ resource, recordId, start, isReadOnly }: DraftOptions): Draft => {
  const [base, setBase] = useState(start)
  const [value, setValue] = useState(start)
  const [findings, setFindings] = useState<Findings>(noFindings)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [showsAll, setShowsAll] = useState(recordId !== undefined)
  const check = useCheck(resource, recordId)
  useEffect(() => {
    if (isReadOnly) return undefined
    const ending = new AbortController()
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
    isChanged,
    problems: shown,
    failure: findings.failure,
    change: (next, pointer) => {
      setValue(next)
      if (!touched.has(pointer)) setTouched(new Set([...touched, pointer]))
    },
    reset: (next) => {
      setBase(next)
      setValue(next)
    },
    checkNow: async () => {
      setShowsAll(true)
      const found = (await check(value)) ?? noFindings
      setFindings(found)
      return found.problems
    },
  }
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
