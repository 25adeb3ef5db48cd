/**
 * The credentials of a request that a recording must not contain.
 */
import { expect, it } from 'vitest'
import { secretsOf } from '../../../src/proxy/recording/read-exchange.ts'

const basic = (text: string): string => Buffer.from(text).toString('base64')

it('a password of Basic authentication may have colons', () => {
  const credential = basic('anna:one:two:three')
  expect(secretsOf('authorization', `Basic ${credential}`)).toEqual([credential, 'anna', 'one:two:three'])
})

it('what has no colon is a secret as a whole', () => {
  expect(secretsOf('authorization', `Basic ${basic('anna')}`)).toEqual([basic('anna'), 'anna'])
})
