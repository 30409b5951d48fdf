import { auth } from '@yibao/shared/calls/auth.ts'
import { bill } from '@yibao/shared/calls/bill.ts'
import { client } from '@yibao/shared/calls/client.ts'
import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { stock } from '@yibao/shared/calls/stock.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { encode } from '../../test/encode.ts'
import { startTestServer, testClock } from '../../test/kit.ts'

// A company's code opens what it opens, whoever says wrong ones beside it.

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
beforeEach(() => clock.advance(3_600_000))

const kinds = {
  'Client/Stores': (verifyCode: string) => server.nobody.send(client.stores, { companyId: '10001', verifyCode }),
  'Stock/Report': (verifyCode: string) =>
    server.nobody.send(stock.report, { companyId: '10001', verifyCode, storeNo: 'S001', take: [] }),
  'OtherPay/Report': (verifyCode: string) =>
    server.nobody.send(otherPay.report, { companyId: '10001', verifyCode, storeNo: 'S001', payments: [] }),
  'Bill/Results': (verifyCode: string) =>
    server.nobody.send(bill.results, { companyId: '10001', verifyCode, storeNo: 'S001', billNos: [] }),
}

describe.each(Object.entries(kinds))('%s', (_, say) => {
  /** Without a row to take it refuses by then, but not for its code. */
  const passes = async () => ![403, 423].includes((await say('demo-verify')).statusCode)

  test('five wrong codes in a row have to wait, and the right one of the ERP does not', async () => {
    for (let n = 0; n < 4; n++) expect((await say('guess')).statusCode).toBe(403)
    expect((await say('guess')).resultExtendInfo).toMatchObject({ seconds: 60 })
    expect((await say('guess')).statusCode).toBe(423)
    expect(await passes()).toBe(true)
    expect((await say('guess')).statusCode, 'counted from the beginning').toBe(403)
  })

  test('a login under a name that looks like its counter does not count for it', async () => {
    for (const purpose of ['client', 'stock', 'otherPay', 'bill'])
      for (const userName of [`${purpose}/10001`, `code/${purpose}/10001`])
        for (let n = 0; n < 5; n++) {
          clock.advance(1)
          await server.nobody.send(auth.login, { userName, passWord: encode('x', clock()) })
        }
    expect((await say('guess')).statusCode).toBe(403)
    expect(await passes()).toBe(true)
  })
})
