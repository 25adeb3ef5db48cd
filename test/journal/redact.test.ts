import { expect, it } from 'vitest'
import { redactHeaders, redactQuery, rememberSecretNames } from '../../src/journal/redact.ts'

it('hides credentials in headers, but not their scheme', () => {
  const headers = { authorization: 'Bearer sk_1', cookie: ['a=1', 'b=2'], 'x-api-key': 'k', accept: 'text/html' }
  expect(redactHeaders(headers, rememberSecretNames())).toEqual({
    authorization: 'Bearer [redacted]',
    cookie: '[redacted]',
    'x-api-key': '[redacted]',
    accept: 'text/html',
  })
})

it('hides parameters that are declared as credentials or have the name of a secret, and leaves the rest as it was', () => {
  const query = 'name=a%20b&auth=x&access_token=y&flag&name=c'
  expect(redactQuery(query, new Set(['auth']))).toBe('name=a%20b&auth=[redacted]&access_token=[redacted]&flag&name=c')
})

it('knows the name of a secret however it is encoded', () => {
  const query = 'access_%74oken=x&a%75th=y&pass%77ord%ZZ=z&my+auth=v'
  expect(redactQuery(query, new Set(['auth', 'my auth']))).toBe(
    'access_%74oken=[redacted]&a%75th=[redacted]&pass%77ord%ZZ=z&my+auth=[redacted]',
  )
})

it('knows a secret by its name however often the name comes, and after thousands of others', () => {
  const isSecret = rememberSecretNames()
  for (let round = 0; round < 3; round++) {
    expect([isSecret('authorization'), isSecret('x-api-key'), isSecret('accept')]).toEqual([true, true, false])
    for (let index = 0; index < 1_500; index++) expect(isSecret(`x-${index}`)).toBe(false)
  }
})
