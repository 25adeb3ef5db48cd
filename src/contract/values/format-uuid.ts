/** UUIDs of hexadecimal digits that come from elsewhere: ids of records follow from a seed, others from an id. */

/** A UUID of version 4 (RFC 9562, section 5.4) of 32 hexadecimal digits. */
export const formatUuid = (hex: string): string => {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
