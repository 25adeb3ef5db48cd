import { expect, it } from 'vitest'
import { withOwn } from '../../../src/contract/values/json-object.ts'

it('copies an object with a property set, which keeps its place', () => {
  const value = Object.freeze({ a: 1, b: 2 })
  expect(JSON.stringify(withOwn(value, 'a', 3))).toBe('{"a":3,"b":2}')
  expect(JSON.stringify(withOwn(value, 'c', null))).toBe('{"a":1,"b":2,"c":null}')
  expect(value).toEqual({ a: 1, b: 2 })
})

it('copies and sets properties named __proto__ like any other', () => {
  const value = JSON.parse('{"__proto__":{"a":1},"b":2}')
  expect(JSON.stringify(withOwn(value, 'b', 3))).toBe('{"__proto__":{"a":1},"b":3}')
  const set = withOwn({ b: 2 }, '__proto__', { a: 1 })
  expect(JSON.stringify(set)).toBe('{"b":2,"__proto__":{"a":1}}')
  expect(Object.getPrototypeOf(set)).toBe(Object.prototype)
})
