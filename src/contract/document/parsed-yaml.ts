/**
 * The data of YAML that was parsed before, as JSON, which is read in a small part of the time: servers that are started after
 * each other in one process read the same files, and so does a reload. Each reader gets data of its own.
 */
import type { Json } from '../../ports.ts'

/** Characters of the YAML of one file, and of all of them with their JSON. Larger documents are rarely read twice. */
export const parsedYamlLimits = { text: 200_000, all: 2_000_000 }

/** By the YAML; what was read last is the last one. */
const jsonOf = new Map<string, string>()
let size = 0

/** Undefined if it is not known. */
export const findParsed = (text: string): Json | undefined => {
  const json = jsonOf.get(text)
  if (json === undefined) return undefined
  jsonOf.delete(text)
  jsonOf.set(text, json)
  return JSON.parse(json)
}

/** The data must have no circles. */
export const keepParsed = (text: string, data: Json): void => {
  const json = text.length > parsedYamlLimits.text || mayRepeat(text) ? undefined : writeJson(data)
  if (json === undefined || jsonOf.has(text)) return
  jsonOf.set(text, json)
  size += text.length + json.length
  for (const [oldest, value] of jsonOf) {
    if (size <= parsedYamlLimits.all) break
    jsonOf.delete(oldest)
    size -= oldest.length + value.length
  }
}

/** Whether it may have aliases, which could make the JSON much longer than the text. */
const mayRepeat = (text: string): boolean => /(?:^|[\s,:[{])&\S/m.test(text) && /[\s,:[{]\*\S/.test(text)

/** Undefined if JSON does not have all of its values: infinity, NaN, minus zero and `bigint`. */
const writeJson = (data: Json): string | undefined => (isJson(data) ? JSON.stringify(data) : undefined)

const isJson = (data: unknown): boolean => {
  if (typeof data === 'number') return Number.isFinite(data) && !Object.is(data, -0)
  if (typeof data !== 'object') return typeof data === 'string' || typeof data === 'boolean'
  return data === null || Object.values(data).every(isJson)
}
