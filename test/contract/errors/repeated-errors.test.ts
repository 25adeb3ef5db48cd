/**
 * An error that was written before is not written again, unless it has something of its request.
 */
import { describe, expect, it } from 'vitest'
import type { ErrorDetails } from '../../../src/contract/errors/error-fields.ts'
import { longestMessage, maxRemembered, rememberErrors } from '../../../src/contract/errors/repeated-errors.ts'

const operation = { id: 'createPet' }
const violation = { at: 'body.name', keyword: 'required', message: 'body.name is required' }
const details: ErrorDetails = {
  status: 400,
  code: 'invalid_request',
  title: 'Invalid request',
  message: 'body.name is required',
  violations: [violation],
  requestId: 'req-1',
  path: '/pets',
  now: 0,
}
const later: ErrorDetails = { ...details, violations: [{ ...violation }], requestId: 'req-2', path: '/pets/', now: 1 }

/** Writes a part of an error, and the number of errors that were written before. */
const createWriter = (read: (error: ErrorDetails) => unknown) => {
  let count = 0
  return rememberErrors<typeof operation>((own, error) => ({
    mediaType: 'application/json',
    body: `${count++} ${own?.id} ${read(error)}`,
  }))
}

const message = ({ message }: ErrorDetails): string => message

describe('An error', () => {
  it('is written once for equal errors', () => {
    const write = createWriter(message)
    expect(write(operation, details)).toEqual({
      mediaType: 'application/json',
      body: '0 createPet body.name is required',
    })
    expect(write(operation, later)).toBe(write(operation, details))
  })

  it('without an operation is written once', () => {
    const write = createWriter(message)
    expect(write(undefined, later)).toBe(write(undefined, details))
  })

  for (const part of ['requestId', 'path', 'now'] as const)
    it(`that has the ${part} of its request is written each time`, () => {
      const write = createWriter((error) => error[part])
      expect(write(operation, details).body).toBe(`0 createPet ${details[part]}`)
      expect(write(operation, later).body).toBe(`1 createPet ${later[part]}`)
    })

  const others: Readonly<Record<string, ErrorDetails>> = {
    status: { ...details, status: 422 },
    code: { ...details, code: 'conflict' },
    message: { ...details, message: 'body.name must be a string' },
    'place of a violation': { ...details, violations: [{ ...violation, at: 'body' }] },
    'keyword of a violation': { ...details, violations: [{ ...violation, keyword: 'type' }] },
    'message of a violation': { ...details, violations: [{ ...violation, message: 'is required' }] },
    'number of violations': { ...details, violations: [violation, violation] },
  }
  for (const [name, other] of Object.entries(others))
    it(`with another ${name} is written for itself`, () => {
      const write = createWriter(({ status, code, violations, message }) =>
        JSON.stringify({ status, code, violations, message }),
      )
      write(operation, details)
      const { status, code, violations, message } = other
      expect(write(operation, other).body).toBe(`1 createPet ${JSON.stringify({ status, code, violations, message })}`)
    })

  it('of another operation is written for itself, also if both have the same id', () => {
    const write = createWriter(message)
    write(operation, details)
    expect(write({ id: 'updatePet' }, details).body).toBe('1 updatePet body.name is required')
    expect(write({ ...operation }, details).body).toBe('2 createPet body.name is required')
  })

  it('with a long message is written each time', () => {
    const write = createWriter(() => '')
    const long = { ...details, message: 'x'.repeat(longestMessage + 1) }
    const shorter = { ...details, message: 'x'.repeat(longestMessage) }
    expect([write(operation, long).body, write(operation, long).body]).toEqual(['0 createPet ', '1 createPet '])
    expect(write(operation, shorter)).toBe(write(operation, shorter))
  })

  it('is forgotten when there are too many others', () => {
    const write = createWriter(message)
    const first = write(operation, details)
    for (let index = 1; index < maxRemembered; index++) write(operation, { ...details, message: `${index}` })
    expect(write(operation, details)).toBe(first)
    write(operation, { ...details, message: 'one more' })
    expect(write(operation, details)).not.toBe(first)
  })
})
