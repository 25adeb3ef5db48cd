/**
 * Heads and points as text: two numbers. Numbers of logs are never used again, so a head never fits another log.
 */
import type { Head, Point } from '../log.ts'

const parse = (text: string): readonly [number, number] | undefined => {
  const [, first, second] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? []
  return first === undefined || second === undefined ? undefined : [Number(first), Number(second)]
}

export const headOf = ({ id, version }: { readonly id: number; readonly version: number }): Head => `${id}.${version}`

/** Since the checkpoint of a version; 0: since the start of the log. */
export const generationOf = (log: number, checkpoint: number): string => `${log}.${checkpoint}`

/** Undefined for a head of another adapter. */
export const parseHead = (head: Head): { readonly log: number; readonly version: number } | undefined => {
  const parsed = parse(head)
  return parsed && { log: parsed[0], version: parsed[1] }
}

/** Where `child` starts in `log`. */
export const pointOf = (log: number, child: number): Point => `${log}.${child}`

export const parsePoint = (point: Point): { readonly log: number; readonly child: number } | undefined => {
  const parsed = parse(point)
  return parsed && { log: parsed[0], child: parsed[1] }
}
