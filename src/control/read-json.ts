/**
 * Bodies of the control API: JSON objects, and nothing else.
 */
import type Koa from 'koa'
import { isObject } from '../contract/is-object.ts'
import { JsonTextError, parseJsonBytes } from '../contract/json-text.ts'
import { parseMediaType } from '../contract/media-type.ts'
import { readBody } from '../http/read-body.ts'
import { ControlError } from './problem.ts'

type Kind = 'string' | 'boolean' | 'null'

/** A body with known members; any other member, a wrong type or another media type is a ControlError. */
export const readJson = async (
  ctx: Koa.Context,
  members: Readonly<Record<string, readonly Kind[]>>,
): Promise<Readonly<Record<string, unknown>>> => {
  if (parseMediaType(ctx.get('Content-Type'))?.essence !== 'application/json')
    throw new ControlError(415, 'the body must be application/json')
  const read = await readBody(ctx.req, 1024 * 1024)
  if (read.kind === 'refused') throw new ControlError(read.code === 'payload_too_large' ? 413 : 400, read.message)
  const body = parse(read.bytes)
  if (!isObject(body)) throw new ControlError(400, 'body must be an object')
  for (const [name, value] of Object.entries(body)) {
    const kinds = Object.hasOwn(members, name) ? members[name] : undefined
    if (!kinds) throw new ControlError(400, `body.${name} is not known; there are ${Object.keys(members).join(', ')}`)
    if (!kinds.includes((value === null ? 'null' : typeof value) as Kind))
      throw new ControlError(
        400,
        `body.${name} must be ${kinds.join(' or ')}, got ${JSON.stringify(value)?.slice(0, 60)}`,
      )
  }
  return body
}

const parse = (bytes: Buffer): unknown => {
  try {
    return parseJsonBytes(bytes).rounded
  } catch (error) {
    if (error instanceof JsonTextError) throw new ControlError(400, `body ${error.message}`)
    throw error
  }
}
