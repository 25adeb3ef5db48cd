/**
 * multipleOf by decimals. Dividing doubles, as validators do, rejects 19.99 as a multiple of 0.01.
 */

/** Whether a value is a multiple; `digits` is the value where its double has lost some. */
export const isMultipleOf = (value: number, factor: number, digits?: bigint): boolean => {
  if (digits === undefined && Number.isInteger(factor) && Number.isInteger(value)) return value % factor === 0
  const whole = digits === undefined ? readDecimal(value) : { digits, exponent: 0 }
  const part = readDecimal(factor)
  if (!whole || !part || part.digits === 0n) return false
  const exponent = Math.min(whole.exponent, part.exponent)
  return scale(whole, exponent) % scale(part, exponent) === 0n
}

/** A number is its digits times a power of ten. */
interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/** As the double is written at its shortest, which is how documents and clients write it. */
const readDecimal = (value: number): Decimal | undefined => {
  const match = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))
  if (!match) return undefined
  const [, whole = '', fraction = '', power = '0'] = match
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length }
}

const scale = ({ digits, exponent }: Decimal, to: number): bigint => digits * 10n ** BigInt(exponent - to)
