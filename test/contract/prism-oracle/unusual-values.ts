/**
 * Replacements for valid strings, numbers and media types: almost valid, valid in another language, or at a limit.
 */

export const unusualStrings: readonly string[] = [
  ['', ' ', '0', '-0', '-1', '1', '2', '+5', '05', '5.0', '1.5', '.5', '1e2', '1E1', '0x10', '0b1', '1_0', ' 7', '7 '],
  ['101', '2147483647', '2147483648', '9007199254740993', '9223372036854775807', '9223372036854775808'],
  ['-9223372036854775808', '-9223372036854775809', '99999999999999999999999', '0.30000000000000004'],
  ['1e400', 'NaN', 'Infinity', 'true', 'TRUE', 'false', 'null', 'undefined', '[]', '{}', '__proto__', 'constructor'],
  ['abc', 'a', 'b', 'a,b', 'a,a', '1,2', '1, 2', '1,x', '1|2', 'red', 'Red', 'red,blue', 'AB12', 'ab12'],
  ['名前', '😀😀😀😀', 'a/b', 'a?b', 'a&b=c', 'a+b', '%'],
  ['2024-02-29', '2023-02-29', '2024-2-9', '2024-01-01T00:00:00', '2024-01-01T00:00:00Z', '2024-01-01t00:00:00z'],
  ['2024-01-01 00:00:00Z', '2024-01-01T00:00:00+01:00', '2024-01-01T00:00:00+0100', '2024-01-01T24:00:00Z'],
  ['2016-12-31T23:59:60Z', '2024-01-01T00:00:00.123456789Z'],
  ['00000000-0000-0000-0000-000000000000', '123E4567-E89B-12D3-A456-426614174000'],
  ['urn:uuid:123e4567-e89b-12d3-a456-426614174000', '123e4567e89b12d3a456426614174000'],
  ['a@b.c', 'a@b', '127.0.0.1', '127.0.0.256', '01.2.3.4', 'http://a.b/c?d#e', '/relative', 'mailto:a@b.c'],
].flat()

/** Escapes that do not decode to UTF-8, or are malformed. */
export const invalidEscapes: readonly string[] = ['%ff', '%', '%zz', 'a%C0%AFb', '%ED%A0%80']

/** Numbers as JSON may write them. */
export const unusualNumbers: readonly string[] = [
  ['5.0', '1e2', '-0', '0.1e1', '1.0000000000000000001', '9007199254740993', '9007199254740993.5', '1e400'],
  ['2147483647', '2147483648', '-2147483649', '9223372036854775807', '9223372036854775808'],
  ['-9223372036854775809', '123456789012345678901234567890'],
].flat()

export const mediaTypes: readonly string[] = [
  ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset="UTF-8"'],
  ['application/json; charset=latin1', 'application/merge-patch+json', 'application/vnd.api+json'],
  ['text/plain', 'application/xml', 'application', '*/*', ''],
].flat()
