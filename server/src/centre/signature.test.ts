import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { csbHeaders, gatewayHeaders, tifHeaders } from './signature.ts'

const at = new Date(1753423812345)

test('CSB: the check vector of domain.md 1.4', () => {
  expect(csbHeaders({ accessKey: 'ak', secretKey: 'sk', apiVersion: '1.0.0' }, 'api', at)).toEqual({
    _api_access_key: 'ak',
    _api_name: 'api',
    _api_timestamp: '1753423812345',
    _api_version: '1.0.0',
    _api_signature: 'J5RNcLR5moINoMRfZyT+V0JBfYI=',
  })
})

test('CSB: the api name is the transaction number unless the area has a constant', () => {
  const gateway = { kind: 'CSB', accessKey: 'ak', secretKey: 'sk', apiVersion: '1.0.0' } as const
  expect(gatewayHeaders(gateway, '2102', at)._api_name).toBe('2102')
  expect(gatewayHeaders({ ...gateway, apiName: 'fsi' }, '2102', at)._api_name).toBe('fsi')
})

test('x-tif: seconds, and the secret between two time stamps', () => {
  const headers = tifHeaders('P320500', 's', at, 'n')
  expect(headers).toMatchObject({ 'x-tif-paasid': 'P320500', 'x-tif-timestamp': '1753423812', 'x-tif-nonce': 'n' })
  expect(headers['x-tif-signature']).toBe(createHash('sha256').update('1753423812sn1753423812').digest('hex'))
})

test('x-tif: a new nonce for each call; no gateway, no headers', () => {
  const gateway = { kind: 'TIF', paasid: 'P', secret: 's' } as const
  const nonces = new Set(Array.from({ length: 50 }, () => gatewayHeaders(gateway, '1101', at)['x-tif-nonce']))
  expect(nonces.size).toBe(50)
  expect(gatewayHeaders({ kind: 'NONE' }, '1101', at)).toEqual({})
})
