import { BlockList, isIP, isIPv6 } from 'node:net'

/** What lies in 2000::/3, the public addresses of IPv6, and is none of a single machine: Teredo and others, documentation, 6to4. */
const notPublicV6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublicV6.addSubnet(net, bits, 'ipv6')

const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')

const notPublicV4 = new BlockList()
for (const [net, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
])
  notPublicV4.addSubnet(net, bits)

/**
 * Is it an address in the public internet? Private, shared (100.64/10), loopback, link local, multicast and reserved ones are not, nor IPv6 that stands for
 * IPv4: mapped, NAT64, 6to4.
 */
export function isPublicAddress(address: string) {
  if (isIP(address) === 0) return false
  if (isIPv6(address)) return publicV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6')
  return !notPublicV4.check(address)
}
