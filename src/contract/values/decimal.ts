/**
 * Exact decimal arithmetic for numbers. Dividing doubles rejects 19.99 as a multiple of 0.01.
 */

/** A number as digits times a power of ten: -12.50e3 is -125 and 2. */
export interface Decimal {
  /** Without leading and trailing zeros. A string, since a number can have a million digits, too many for a fast bigint. */
  readonly digits: string
  readonly exponent: number
}

/** Parses a JSON number. A negative exponent means that it has a fraction. */
export const readDecimal = (text: string): Decimal => {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const digits = (whole + fraction).replace(/^(-?)0+/, '$1')
  const significant = digits.replace(/0+$/, '')
  if (significant === '' || significant === '-') return { digits: '0', exponent: 0 }
  return { digits: significant, exponent: Number(power) - fraction.length + digits.length - significant.length }
}

/** Whether a value is a multiple of a factor. `digits` is the exact value if the double is rounded. */
export const isMultipleOf = (value: number, factor: number, digits?: bigint): boolean => {
  if (digits === undefined && Number.isInteger(factor) && Number.isInteger(value)) return value % factor === 0
  if (digits === undefined && !Number.isFinite(value)) return false
  const dividend = digits === undefined ? readDecimal(String(value)) : { digits: String(digits), exponent: 0 }
  const divisor = readDecimal(String(factor))
  if (divisor.digits === '0') return false
  const exponent = Math.min(dividend.exponent, divisor.exponent)
  return scale(dividend, exponent) % scale(divisor, exponent) === 0n
}

const scale = ({ digits, exponent }: Decimal, to: number): bigint => BigInt(digits) * 10n ** BigInt(exponent - to)
