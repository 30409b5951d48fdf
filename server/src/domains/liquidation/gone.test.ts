import { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { addMonths } from '@yibao/shared/time.ts'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { area } from '../organisation/tables.ts'
import { useBench } from '../reconciliation/test/use-bench.ts'
import { liquidationItem, liquidation as table } from './tables.ts'
import { Claims } from './test/claims.ts'

// The centre's book has an application no longer that it once took: the money must find its way back into another one.

const bench = useBench()
const claims = new Claims(() => bench)
let month = '2071-01'
const db = () => bench.counter.server.deps.db
const reason = '申报金额有误'

beforeEach(async () => {
  month = addMonths(month, 2)
  await db()
    .update(area)
    .set({ settings: sql`${area.settings} || ${JSON.stringify({ inFlightMax: 0 })}::jsonb` })
})

describe.each([
  ['clerk', '3204', '3205'],
  ['clerk3', '3691', '3693'],
] as const)('an application of %s', (who, infno, asks) => {
  const applied = async () => {
    const { client, draft, ids } = await claims.drafted(who, month, ['9.00'])
    const { eventId } = (await claims.apply(client, draft)).result!
    const { id } = draft
    const live = async () =>
      (await db().select().from(liquidationItem).where(eq(liquidationItem.orderId, ids[0]!))).map((item) => item.live)
    const revoke = () => client.send(liquidation.revoke, { id, reason })
    return { client, id, eventId, live, revoke, query: () => client.send(liquidation.queryState, { id }) }
  }
  const again = async (client: Awaited<ReturnType<typeof applied>>['client']) => {
    expect((await claims.generate(client, month)).results[0]!.text).toBe('生成 1 份')
    const draft = (await claims.listed(client, month)).find(({ state }) => state === '0')!
    expect((await claims.apply(client, draft)).result).toMatchObject({ state: '1' })
    expect(await claims.centre(who, month)).toMatchObject([{ stas: '20', medfee: '9.00' }])
  }

  test('the centre has none of it: who revokes it reads so, and the month is applied for anew', async () => {
    const { client, id, eventId, live, revoke } = await applied()
    await claims.move(eventId, 'lose')
    expect(await claims.centre(who, month)).toEqual([])
    const { result } = await revoke()
    expect(result).toMatchObject({ state: '2' })
    expect(result!.message).toMatch(
      /^医保中心没有这份申请（答复：“.*不存在.*”），本地按已撤销记录。撤销原因：申报金额有误$/,
    )
    expect(await live()).toEqual([false])
    expect((await db().select().from(table).where(eq(table.id, id)))[0]).toMatchObject({
      state: '2',
      stateBefore: null,
    })
    await again(client)
  })

  test('lost while it was reviewed: whoever asks reads what to do, and can do it', async () => {
    const { client, eventId, live, revoke, query } = await applied()
    await claims.move(eventId, 'firstReview')
    expect((await query()).result).toMatchObject({ state: '3' })
    await claims.move(eventId, 'lose')
    const asked = (await query()).result!
    expect(asked).toMatchObject({ state: '1', message: expect.stringContaining('确实没有的，按「撤销申请」') })
    expect(await live(), 'nothing is free before a person has decided').toEqual([true])
    expect((await revoke()).result).toMatchObject({ state: '2' })
    await again(client)
  })

  test('a refusal that says so of what the centre shows all the same ends nothing', async () => {
    const { client, live, revoke } = await applied()
    await bench.centre.fault({ fault: 'refuse', infno, text: '清算申请不存在' })
    expect((await revoke()).resultNotice?.error).toContain('清算申请不存在')
    const [one] = await claims.listed(client, month)
    expect([one!.state, one!.message, await live()]).toEqual(['1', '清算申请不存在', [true]])
    expect(await claims.centre(who, month)).toMatchObject([{ stas: '20' }])
  })

  test('a refusal that says so, and no answer to the question behind it, ends nothing', async () => {
    const { live, revoke } = await applied()
    await bench.centre.fault({ fault: 'refuse', infno, text: '清算申请不存在' })
    await bench.centre.fault({ fault: 'refuse', infno: asks, text: '系统维护中' })
    expect((await revoke()).resultNotice?.error).toContain('清算申请不存在')
    expect(await live()).toEqual([true])
    expect(await claims.centre(who, month)).toMatchObject([{ stas: '20' }])
  })

  test('that of another thing the centre says it does not exist ends nothing', async () => {
    const { live, revoke } = await applied()
    await bench.centre.fault({ fault: 'refuse', infno, text: '定点机构信息不存在' })
    expect((await revoke()).success).toBe(false)
    expect(await live()).toEqual([true])
  })
})
