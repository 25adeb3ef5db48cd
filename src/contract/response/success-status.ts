/**
 * The status of a response that nobody chose.
 */
import type { ResponseView } from '../document/operation-view.ts'

/** The lowest documented success; 200 for 2XX; otherwise the first status that is not an error, or 200 for `default`. */
export const findSuccessStatus = (responses: readonly ResponseView[]): number => {
  const statuses = responses.map((view) => Number(view.status)).filter((status) => status < 400)
  const successes = statuses.filter((status) => status >= 200 && status < 300)
  if (successes.length > 0) return Math.min(...successes)
  if (responses.some((view) => view.status === '2XX')) return 200
  return statuses.find((status) => status >= 200) ?? 200
}
