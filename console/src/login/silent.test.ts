import { launchTarget } from '@yibao/shared/menu.ts'
import { expect, test } from 'vitest'
import { parseQuery } from './clear.ts'
import { silentEntry, silentTexts } from './silent.ts'

const full = { companyId: '10001', clientNo: 'C001', verifyCode: 'a+b/c=', routeKey: '2' }
const entry = (query: Record<string, string>) => silentEntry(query, launchTarget)

test('the query keeps plus signs and takes encoded ones', () => {
  expect(parseQuery('?verifyCode=a+b%2Fc%3D&companyId=1&bad=%E4')).toEqual({
    verifyCode: 'a+b/c=',
    companyId: '1',
    bad: '%E4',
  })
})

test('the three must be there', () => {
  for (const key of ['companyId', 'clientNo', 'verifyCode'])
    expect(() => entry({ ...full, [key]: '' }), key).toThrow(silentTexts.missing)
})

test('verifyCode is URL-encoded, the routeKey gives the target', () => {
  expect(entry(full)).toEqual({
    payload: { companyId: '10001', clientNo: 'C001', verifyCode: 'a%2Bb%2Fc%3D', routeKey: '2' },
    target: '/day-reconciliation',
  })
})

test('what a launch says of a bill reaches the page, and nothing else of it', () => {
  const target = (query: Record<string, string>) => entry({ ...full, ...query, certNo: '3205', readId: 'r' }).target
  const bill = { billNo: 'XS 1&2', revision: '3' }
  expect(target({ routeKey: '9', ...bill })).toBe('/disease-select?billNo=XS+1%262&revision=3')
  expect(target({ routeKey: '9', billNo: 'XS-1', revision: '-1' })).toBe('/disease-select?billNo=XS-1')
  for (const billNo of ['', ' XS', 'X'.repeat(61)]) expect(target({ routeKey: '9', billNo })).toBe('/disease-select')
  expect(target({ routeKey: '9', billNo: 'X'.repeat(60) })).toContain('XXX')
  expect(target({ routeKey: '10', ...bill })).toBe('/print-settlement?f.keyword=XS+1%262&f.slip=true')
  expect(target({ routeKey: '10', ...bill, setlId: 'S1' })).toBe('/print-settlement?f.keyword=S1&f.slip=true')
  expect([target({ routeKey: '10' }), target({ routeKey: '8', ...bill })]).toEqual([
    '/print-settlement',
    '/swiping-card',
  ])
})

test('an activation box says that it is one', () => {
  expect(entry({ ...full, interactiveMode: '1' }).payload).toMatchObject({ interactiveMode: '1' })
  expect(entry({ ...full, interactiveMode: '' }).payload).not.toHaveProperty('interactiveMode')
})

test('an unknown key says that no page matched; without one it is the home page, as the server answers', () => {
  expect(() => entry({ ...full, routeKey: '99' })).toThrow(silentTexts.unknownKey)
  const { routeKey: _, ...rest } = full
  for (const query of [rest, { ...full, routeKey: '' }, { ...rest, isQrCode: 'false' }]) {
    expect(entry(query).target).toBe('/')
    expect(entry(query).payload).not.toHaveProperty('routeKey')
  }
})

test('isQrCode and isExOrder lead to their page without a key', () => {
  const { routeKey: _, ...rest } = full
  expect(entry({ ...rest, isQrCode: 'true' }).target).toBe('/medical-insurance-settlement/qr-code')
  expect(entry({ ...rest, isExOrder: 'true' }).target).toBe('/abnormal-manager/abnormal-order-manager')
  // Only true is yes: whatever else an ERP writes there is an ordinary login.
  expect(entry({ ...full, isQrCode: '1', isExOrder: 'no' })).toMatchObject({
    payload: { isQrCode: 'false', isExOrder: 'false', routeKey: '2' },
    target: '/day-reconciliation',
  })
})
