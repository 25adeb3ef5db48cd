/**
 * The shapes of interface.md, section 2, as expectations: each fails the test where a value has another shape, and
 * gives the value with its type.
 */
import { assert, expect } from 'vitest'
import type { Answer } from '../support/client.ts'

interface Animal {
  readonly id: number
  readonly name: string
  readonly categoryId: number
  readonly status?: string
}

interface Message {
  readonly id: string
  readonly message: string
  readonly status: string
  readonly createdAt: string
}

interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly status: number
}

const codes: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  417: 'expectation_failed',
  431: 'headers_too_large',
  501: 'not_described',
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldsOf = (value: unknown): Record<string, unknown> => {
  assert(isRecord(value), `expected an object, got ${JSON.stringify(value)}`)
  return value
}

const expectJson = (answer: Answer): void => {
  expect(answer.headers['content-type']).toMatch(/^application\/json(; *charset=utf-8)?$/i)
}

/** 2.1: id, name, categoryId and, where it has one, status; nothing else. */
export const expectAnimal = (value: unknown): Animal => {
  const fields = fieldsOf(value)
  expect(Object.keys(fields).sort()).toEqual(
    ['categoryId', 'id', 'name', 'status'].filter((name) => name !== 'status' || Object.hasOwn(fields, name)),
  )
  const { id, name, categoryId, status } = fields
  assert(typeof id === 'number' && Number.isInteger(id), `id is not an integer: ${id}`)
  assert(typeof categoryId === 'number' && Number.isInteger(categoryId), `categoryId is not an integer: ${categoryId}`)
  assert(typeof name === 'string', `name is not a string: ${name}`)
  if (status === undefined) return { id, name, categoryId }
  assert(typeof status === 'string' && ['available', 'pending', 'sold'].includes(status), `status is ${status}`)
  return { id, name, categoryId, status }
}

/** 4.2 and 4.3: a response that holds one animal. */
export const expectOne = (answer: Answer, status = 200): Animal => {
  expect(answer.status, answer.text).toBe(status)
  expectJson(answer)
  return expectAnimal(answer.json)
}

/** 2.4 and 4.1: a response that holds a bare array of animals. */
export const expectList = (answer: Answer): readonly Animal[] => {
  expect(answer.status, answer.text).toBe(200)
  expectJson(answer)
  assert(Array.isArray(answer.json), `expected a bare array, got ${answer.text.slice(0, 200)}`)
  return answer.json.map(expectAnimal)
}

/** 2.7: id, message, status, createdAt; nothing else. */
export const expectMessage = (answer: Answer): Message => {
  expect(answer.status, answer.text).toBe(200)
  expectJson(answer)
  const fields = fieldsOf(answer.json)
  expect(Object.keys(fields).sort()).toEqual(['createdAt', 'id', 'message', 'status'])
  const { id, message, status, createdAt } = fields
  assert(typeof id === 'string' && id !== '', `id is not a string, or is empty: ${id}`)
  assert(typeof message === 'string', `message is not a string: ${message}`)
  assert(typeof status === 'string', `status is not a string: ${status}`)
  assert(typeof createdAt === 'string', `createdAt is not a string: ${createdAt}`)
  return { id, message, status, createdAt }
}

/** 2.5 and 7: code, message and status, nothing else, as application/json. */
export const expectError = (answer: Answer, status: number, code = codes[status]): ErrorBody => {
  expect(answer.status, answer.text).toBe(status)
  expectJson(answer)
  const fields = fieldsOf(answer.json)
  expect(Object.keys(fields).sort()).toEqual(['code', 'message', 'status'])
  const { message } = fields
  assert(typeof message === 'string' && message !== '', `message is not a string, or is empty: ${message}`)
  assert(code !== undefined, `no code is known for ${status}`)
  expect(fields.code).toBe(code)
  expect(fields.status).toBe(status)
  return { code, message, status }
}
