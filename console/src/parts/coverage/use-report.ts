/**
 * The coverage report, fetched again soon after an exchange, so that cells fill while one watches.
 */
import { useEffect, useMemo } from 'preact/hooks'
import { useConsole } from '../../state/console-state.ts'
import { createResource, type Resource } from '../../state/resource.ts'
import { createSoon } from '../../state/soon.ts'
import { useChanges } from '../../state/use-changes.ts'
import type { Report } from './report.ts'

/** Milliseconds after an exchange; a report of many operations is fetched less often. */
const delays = { small: 250, large: 1_500 }

/** Operations of a large report. */
const largeFrom = 200

/** `isAll`: of all sandboxes, including deleted ones. */
export const useReport = (isAll: boolean): Resource<Report> => {
  const { api, sandbox, listen } = useConsole()
  const { id } = sandbox.value
  const report = useMemo(
    () =>
      createResource<Report>((signal) =>
        isAll ? api.call('getCoverage', {}, signal) : api.call('getSandboxCoverage', { path: { id } }, signal),
      ),
    [api, id, isAll],
  )
  useEffect(() => {
    void report.refetch()
    const isLarge = (): boolean => (report.data.peek()?.operations.length ?? 0) > largeFrom
    const soon = createSoon(report.refetch, () => (isLarge() ? delays.large : delays.small))
    const stop = listen((exchange) => {
      if (isAll || exchange.sandbox === id) soon.call()
    })
    return () => {
      stop()
      soon.cancel()
      report.dispose()
    }
  }, [report, listen, id, isAll])
  useChanges(['sandbox', 'files'], id, () => void report.refetch())
  return report
}
