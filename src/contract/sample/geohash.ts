/** A place as a geohash: letters and digits, each of which divides the area of those before it into 32 parts. */

const alphabet = '0123456789bcdefghjkmnpqrstuvwxyz'

/** Seven characters name an area of about 150 metres. */
const length = 7

export const geohashOf = ({
  latitude,
  longitude,
}: {
  readonly latitude: number
  readonly longitude: number
}): string => {
  const axes = [
    { value: longitude, low: -180, high: 180 },
    { value: latitude, low: -90, high: 90 },
  ]
  let text = ''
  let bits = 0
  for (let count = 1; text.length < length; count++) {
    const axis = axes[(count + 1) % 2]
    if (!axis) break
    const middle = (axis.low + axis.high) / 2
    const isUpper = axis.value >= middle
    if (isUpper) axis.low = middle
    else axis.high = middle
    bits = bits * 2 + (isUpper ? 1 : 0)
    if (count % 5 > 0) continue
    text += alphabet.charAt(bits)
    bits = 0
  }
  return text
}
