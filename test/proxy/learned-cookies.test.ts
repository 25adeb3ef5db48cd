/**
 * Which parts of the cookies in a recording are secrets, and replaced wherever they occur.
 */
import { expect, it } from 'vitest'
import { secretsOf } from '../../src/proxy/recording/read-exchange.ts'

it('the value of a cookie that a response sets is a secret, its attributes are not', () => {
  const attributes = 'Path=/api; Domain=api.example.com; Max-Age=31536000; Secure; SameSite=Strict'
  expect(secretsOf('Set-Cookie', `sid=zq-19; ${attributes}`)).toEqual(['zq-19'])
})

it('the values of all cookies of a request are secrets', () => {
  expect(secretsOf('cookie', 'sid=zq-19; theme=dark')).toEqual(['zq-19', 'dark'])
})
