/**
 * What kind of network an IP address belongs to. IPv6 addresses that contain an IPv4 address are what that one is. Only a mapped
 * one (::ffff:) reaches this machine: packets to the other forms leave it, whatever they contain.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { lazy } from '../../contract/values/memoize.ts'

/**
 * - loopback: this machine.
 * - private: a network that is not the internet.
 * - public: the internet.
 * - forbidden: nothing that a webhook may reach: link-local addresses with the metadata of cloud machines, multicast, reserved ones.
 */
export type AddressKind = 'loopback' | 'private' | 'public' | 'forbidden'

type Range = readonly [address: string, bits: number]

const listOf = (v4: readonly Range[], v6: readonly Range[]): BlockList => {
  const list = new BlockList()
  for (const [address, bits] of v4) list.addSubnet(address, bits, 'ipv4')
  for (const [address, bits] of v6) list.addSubnet(address, bits, 'ipv6')
  return list
}

/** RFC 6890 and the registries that it began. */
const createLists = () => ({
  loopback: listOf([['127.0.0.0', 8]], [['::1', 128]]),
  forbidden: listOf(
    [
      ['0.0.0.0', 8],
      ['169.254.0.0', 16],
      ['192.0.0.0', 24],
      ['192.0.2.0', 24],
      ['198.51.100.0', 24],
      ['203.0.113.0', 24],
      ['224.0.0.0', 4],
      ['240.0.0.0', 4],
    ],
    [
      ['::', 128],
      ['fe80::', 10],
      ['fec0::', 10],
      ['ff00::', 8],
      // Translators of a network, which may put the IPv4 address at any place (RFC 8215).
      ['64:ff9b::', 32],
      ['100::', 64],
      ['2001::', 32],
      ['2001:db8::', 32],
      ['3fff::', 20],
      // The metadata service of AWS.
      ['fd00:ec2::254', 128],
    ],
  ),
  private: listOf(
    [
      ['10.0.0.0', 8],
      ['100.64.0.0', 10],
      ['172.16.0.0', 12],
      ['192.168.0.0', 16],
      ['198.18.0.0', 15],
    ],
    [['fc00::', 7]],
  ),
})

/** Few servers deliver anything, and a list takes milliseconds to create. */
const lists = lazy(createLists)

/** `address` is in the form of `dns.lookup`. Other strings are forbidden. */
export const kindOfAddress = (address: string): AddressKind => {
  const [plain = ''] = address.split('%')
  const embedded = isIPv6(plain) ? embeddedAddress(plain) : undefined
  if (embedded) {
    const kind = kindOfAddress(embedded.address)
    return kind === 'loopback' && !embedded.isMapped ? 'forbidden' : kind
  }
  const family = isIPv4(plain) ? 'ipv4' : isIPv6(plain) ? 'ipv6' : undefined
  if (!family) return 'forbidden'
  for (const kind of ['loopback', 'forbidden', 'private'] as const) if (lists()[kind].check(plain, family)) return kind
  return 'public'
}

interface EmbeddedAddress {
  readonly address: string
  readonly isMapped: boolean
}

/** The IPv4 address in one that is mapped (::ffff:), compatible (::), translated (::ffff:0:, 64:ff9b::) or 6to4 (2002:). */
const embeddedAddress = (address: string): EmbeddedAddress | undefined => {
  const groups = expand(address)
  const at = (index: number): number => groups[index] ?? 0
  const isZero = (from: number, to: number): boolean => groups.slice(from, to).every((group) => group === 0)
  const written = (index: number, isMapped = false): EmbeddedAddress => {
    const [high, low] = [at(index), at(index + 1)]
    return { address: [high >> 8, high & 255, low >> 8, low & 255].join('.'), isMapped }
  }
  if (isZero(0, 5) && at(5) === 0xffff) return written(6, true)
  if (isZero(0, 4) && at(4) === 0xffff && at(5) === 0) return written(6)
  if (at(0) === 0x64 && at(1) === 0xff9b && isZero(2, 6)) return written(6)
  if (at(0) === 0x2002) return written(1)
  return isZero(0, 6) && (at(6) !== 0 || at(7) > 1) ? written(6) : undefined
}

/** The eight groups of an IPv6 address. */
const expand = (address: string): readonly number[] => {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const hex = dotted ? `${dotted[1]}${pair(dotted[2], dotted[3])}:${pair(dotted[4], dotted[5])}` : address
  const [head = '', tail] = hex.split('::')
  const read = (part: string): readonly number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  if (tail === undefined) return read(head)
  const [first, last] = [read(head), read(tail)]
  return [...first, ...Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => 0), ...last]
}

const pair = (high = '0', low = '0'): string => (Number(high) * 256 + Number(low)).toString(16)
