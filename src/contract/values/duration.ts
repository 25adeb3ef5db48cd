/**
 * Durations as files and options write them: 300ms, 2s, 5m, 1h, 1d.
 */
const milliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Milliseconds, or undefined where the text is no duration. */
export const parseDuration = (text: string): number | undefined => {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text)
  return match ? Number(match[1]) * milliseconds[match[2] as keyof typeof milliseconds] : undefined
}
