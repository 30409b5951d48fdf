import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

/** What a centre knows a counter's PC by. */
interface Network {
  /** AA-BB-CC-DD-EE-FF */
  mac: string
  ip: string
}

type Interfaces = Readonly<Record<string, NetworkInterfaceInfo[] | undefined>>

/** An address as an interface names it: of IPv4 the plain form, without a zone. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')

/** Six octets that are not all zero: a tunnel has none, and what is longer is no Ethernet's. */
const isMac = (mac: string): boolean => /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(mac) && !/^[0:]+$/.test(mac)

/**
 * The MAC and the address of the interface whose address `local` is, the near end of a connection to the server; of the
 * first one that leads out of this PC where that is none with a MAC (a tunnel, or a server on this PC). Of an interface
 * with both kinds of addresses the IPv4 one: ip of a 9001 has 20 characters. undefined without any.
 */
export const networkAt = (local: string | undefined, all: Interfaces = networkInterfaces()): Network | undefined => {
  const outward = Object.values(all)
    .map((addresses = []) => addresses.filter(({ internal, mac }) => !internal && isMac(mac)))
    .filter(({ length }) => length > 0)
  const near = local && plain(local)
  const used = outward.find((addresses) => addresses.some(({ address }) => plain(address) === near)) ?? outward[0]
  const chosen =
    used?.find(({ address, family }) => family === 'IPv4' && plain(address) === near) ??
    used?.find(({ family }) => family === 'IPv4') ??
    used?.[0]
  return chosen && { mac: chosen.mac.toUpperCase().replaceAll(':', '-'), ip: plain(chosen.address) }
}
