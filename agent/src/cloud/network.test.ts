import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { networkAt } from './network.ts'

const of = (mac: string, address: string, more: Partial<NetworkInterfaceInfo> = {}) =>
  ({
    ...{ mac, address, family: address.includes(':') ? 'IPv6' : 'IPv4', internal: false, netmask: '', cidr: null },
    ...more,
  }) as NetworkInterfaceInfo

const none = '00:00:00:00:00:00'
const all = {
  lo: [of(none, '127.0.0.1', { internal: true }), of(none, '::1', { internal: true })],
  '本地连接 𠮷': [of('00:15:5d:01:02:03', 'fe80::1'), of('00:15:5d:01:02:03', '192.168.1.7')],
  WLAN: [of('a4:bb:6d:0e:0f:10', '10.1.2.3'), of('a4:bb:6d:0e:0f:10', '10.1.2.4')],
  VPN: [of(none, '172.16.0.9')],
}
const [wired, wireless] = [
  { mac: '00-15-5D-01-02-03', ip: '192.168.1.7' },
  { mac: 'A4-BB-6D-0E-0F-10', ip: '10.1.2.3' },
]

test.each([
  ['the interface that reaches the server', '10.1.2.3', wireless],
  ['its second address', '10.1.2.4', { ...wireless, ip: '10.1.2.4' }],
  ['an address written as IPv6', '::ffff:10.1.2.3', wireless],
  ['IPv6 on the way: its IPv4 address, which fits into a 9001', 'fe80::1%eth0', wired],
  ['a tunnel without a MAC: the first interface that has one', '172.16.0.9', wired],
  ['a server on this PC', '127.0.0.1', wired],
  ['no connection yet', undefined, wired],
])('%s', (_, local, told) => {
  expect(networkAt(local, all)).toEqual(told)
})

test('a PC without any network tells nothing', () => {
  expect(networkAt('127.0.0.1', { lo: all.lo, VPN: all.VPN })).toBeUndefined()
})

test('an interface with IPv6 alone is told by that', () => {
  const six = { eth0: [of('00:15:5d:01:02:03', '2408::1')] }
  expect(networkAt('2408::1', six)).toEqual({ mac: '00-15-5D-01-02-03', ip: '2408::1' })
})
