import type { ResultOf } from '@yibao/shared/call.ts'
import type { ybOptions } from '@yibao/shared/calls/config.ts'
import { and, asc, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { type Answer, CentreClient } from '../../centre/client.ts'
import { signIn, signOut } from '../../centre/operations/sign.ts'
import { profileOf } from '../../centre/profiles.ts'
import { machineOf, withSaid } from '../attendance/machine.ts'
import { headerOf } from '../attendance/sign.ts'
import type { StoreRow } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import { needButton } from '../permission/reach.ts'
import { overridesOf } from '../plugin/centre.ts'
import { checkLevel } from './check.ts'
import { mayChange, ownOf, type Place } from './place.ts'
import { storedOf } from './save.ts'

type Result = ResultOf<typeof ybOptions.testConnection>

const waiting = { timeoutMs: 15_000 }

/** An operator of its own: signing him out again cuts off nobody who works. */
const tester = (row: StoreRow) => ({
  userId: `test:${row.id}`,
  operatorNo: `TEST${row.fixmedinsCode.slice(-5)}`,
  name: '连接测试',
  system: true,
})

const words = (answer: Answer<{ signNo: string }>): Pick<Result, 'ok' | 'text' | 'tips'> => {
  if (answer.kind === 'booked')
    return { ok: true, text: '连接正常，测试签到成功', tips: '已用测试操作员签到并签退，不影响门店签到' }
  if (answer.kind === 'refused')
    return { ok: false, text: `医保中心：“${answer.message}”`, tips: '请核对网关账号、密钥和医药机构编码' }
  if (answer.kind === 'notSent') return { ok: false, text: answer.reason, tips: '请核对医保中心地址，以及到中心的网络' }
  return { ok: false, text: '医保中心没有答复', tips: '请核对医保中心地址，以及到中心的网络' }
}

const storeFor = async (c: Context, { areaCode, storeId }: Place): Promise<StoreRow> => {
  const [row] = await c.db
    .select()
    .from(store)
    .where(
      and(
        c.scope.where(store.id),
        eq(store.areaCode, areaCode),
        eq(store.closed, false),
        storeId ? eq(store.id, storeId) : undefined,
      ),
    )
    .orderBy(asc(store.id))
    .limit(1)
  return row ?? refuse('config.store')
}

/**
 * Who tries what is not stored has to be one who may store it: a request that is signed with the area's secret covers no
 * body, so whoever hears one at an address of his own speaks to the centre in the area's name. He may then try an address
 * with the secret that is stored, for saved it would go there too; where it went stands in the log, as a save would.
 */
const checkTried = async (c: Context, place: Place, keys: string[]): Promise<void> => {
  if (!keys.length) return
  needButton(c, 'MedicalSecurityConfig', 'edit')
  checkLevel(place, keys)
  if (!(await mayChange(c, place))) refuse('config.area')
}

/**
 * 9001 with the stored connection and the edited values over it, then 9002; nothing is kept and no client is changed.
 * Refuses values that the caller could not save.
 */
export const testConnection = async (c: Context, place: Place, values: Record<string, unknown>): Promise<Result> => {
  await checkTried(c, place, Object.keys(values))
  const row = await storeFor(c, place)
  const { settings } = await ownOf(c.db, { ...place, level: 'area' })
  const given = await storedOf(c, place, values)
  const overrides = overridesOf(place.areaCode, { ...settings, ...given }, c.services.vault)
  const client = new CentreClient(profileOf(place.areaCode, c.deps.config.centreUrl, overrides), { now: c.deps.clock })
  const operator = tester(row)
  const machine = withSaid(await machineOf(c.deps, row), given)
  const begin = performance.now()
  try {
    const answer = await client.run(
      signIn,
      { opterNo: operator.operatorNo, ...machine },
      await headerOf(c.deps, row, operator, {}),
      waiting,
    )
    const ms = Math.round(performance.now() - begin)
    if (answer.kind === 'booked') {
      const { signNo } = answer.value
      const header = await headerOf(c.deps, row, operator, { signNo })
      await client.run(signOut, { opterNo: operator.operatorNo, signNo }, header, waiting)
    }
    const result = { ...words(answer), url: client.profile.baseUrl, storeName: row.name, ms }
    c.on(place.name)
    c.keep({ after: { url: result.url, ok: result.ok, text: result.text } })
    return result
  } finally {
    client.close()
  }
}
