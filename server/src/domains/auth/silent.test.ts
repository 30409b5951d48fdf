import { auth, user as calls, role } from '@yibao/shared/calls/auth.ts'
import { dictionary, districtCalls } from '@yibao/shared/calls/base.ts'
import { qrCode } from '@yibao/shared/calls/qr-code.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { seedId } from '../../seed/organisation.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { store } from '../organisation/tables.ts'
import { user } from './tables.ts'

const clock = testClock()
const server = opened(() => startTestServer({ clock }))

const demo = { companyId: '10001', clientNo: 'C001', verifyCode: 'demo-verify' }
const silent = (more: Record<string, unknown> = {}) => server.nobody.send(auth.silentLogin, { ...demo, ...more })

test('opens the session of the client’s operator and leads where the key says', async () => {
  const { result } = await silent({ routeKey: '8' })
  expect(result).toMatchObject({ userName: 'clerk', target: '/swiping-card', userInfo: { guest: false } })
  expect((await silent({ routeKey: '2' })).result?.target).toBe('/day-reconciliation')
  for (const more of [{}, { routeKey: '' }]) expect((await silent(more)).result?.target).toBe('/')
})

test('whoever comes in by his ERP has been there; a guest of his PC has not', async () => {
  const lastLoginAt = async () => {
    const [row] = await server.deps.db.select({ at: user.lastLoginAt }).from(user).where(eq(user.userName, 'clerk'))
    return row!.at
  }
  await server.deps.db.update(user).set({ lastLoginAt: null }).where(eq(user.userName, 'clerk'))
  await silent({ isQrCode: true })
  expect(await lastLoginAt()).toBeNull()
  await silent()
  expect(await lastLoginAt()).toEqual(clock())
})

test('the verify code may come URL-encoded', async () => {
  expect((await silent({ verifyCode: 'demo%2Dverify' })).success).toBe(true)
  expect((await silent({ verifyCode: '%E0%A4%A' })).error?.message).toBe('静默登录未通过')
})

test('an unknown key opens nothing', async () => {
  for (const routeKey of ['12', 'constructor']) {
    const answer = await silent({ routeKey })
    expect([answer.success, answer.error?.message]).toEqual([false, '没有匹配的页面'])
  }
})

test.each([{ companyId: '10002' }, { clientNo: 'C002' }, { verifyCode: 'demo-verif' }])(
  'a wrong %o is refused',
  async (wrong) => {
    expect((await silent(wrong)).resultNotice?.error).toBe('静默登录未通过')
  },
)

test('a missing part is refused with its name', async () => {
  const { companyId, clientNo } = demo
  const answer = await server.nobody.send(auth.silentLogin, { companyId, clientNo })
  expect(answer.error?.fields).toEqual({ verifyCode: '验证码不能为空' })
})

test('guessing the code locks the client for a while', async () => {
  for (let n = 0; n < 4; n++) await silent({ clientNo: 'C009' })
  const locked = await silent({ clientNo: 'C009' })
  // It is no password, and nobody has an account to unlock: who reads it has to look into his ERP.
  expect([locked.statusCode, locked.resultNotice?.error, locked.resultNotice?.tips]).toEqual([
    423,
    '公司编号或验证码连续不正确',
    '请核对 ERP 中的公司编号和验证码：正确的立即可用，错误的 60 秒内不再核对',
  ])
})

test('wrong codes, whoever says them, keep no ERP from coming in with the right one', async () => {
  const wrong = () => silent({ verifyCode: 'guess' })
  for (let n = 0; n < 6; n++) await wrong()
  expect((await wrong()).statusCode).toBe(423)
  expect((await silent()).success).toBe(true)
  expect((await wrong()).statusCode, 'counted from the beginning').toBe(403)
})

test('an operator who became an administrator, or went to another store, is nobody’s session at this counter', async () => {
  const { db } = server.deps
  const clerk = eq(user.userName, 'clerk')
  const [before] = await db.select().from(user).where(clerk)
  for (const set of [{ isAdminUser: true, storeId: null }, { storeId: seedId(1, 3) }]) {
    await db.update(user).set(set).where(clerk)
    const answer = await silent({ routeKey: '8' })
    expect([answer.success, answer.resultNotice?.error]).toEqual([false, '这台电脑登记的操作员已不在本店'])
  }
  await db.update(user).set({ isAdminUser: false, storeId: before!.storeId }).where(clerk)
  expect((await silent()).success).toBe(true)
})

test('an operator who was stopped is named as what ended this counter’s logins, and the way on', async () => {
  const clerk = eq(user.userName, 'clerk')
  await server.deps.db.update(user).set({ stopped: true }).where(clerk)
  for (const more of [{}, { isQrCode: true }]) {
    const { resultNotice } = await silent(more)
    expect(resultNotice?.error).toBe('这台电脑登记的操作员已停用')
    expect(resultNotice?.tips).toContain('「安装初始化」重新登记')
  }
  await server.deps.db.update(user).set({ stopped: false }).where(clerk)
})

test.each([
  ['an administrator', { isAdminUser: true, storeId: null }],
  ['a super administrator', { isAdminUser: true, isSuperAdmin: true, storeId: null }],
  ['an operator of another company’s store', { storeId: seedId(1, 3), companyId: '10002' }],
])(
  'where whoever registered the PC became %s, its guests are guests of this store and nothing more',
  async (_, set) => {
    const { db, services } = server.deps
    const clerk = eq(user.userName, 'clerk')
    const [before] = await db.select().from(user).where(clerk)
    const his = { mobilePhone: '13800000001', email: 'gu@example.com' }
    await db
      .update(user)
      .set({ ...set, ...his })
      .where(clerk)
    for (const flags of [{ isQrCode: true }, { isExOrder: true }]) {
      const { result } = await silent(flags)
      expect(result).toMatchObject({ isSuperAdmin: false, isAdminUser: false })
      expect(result!.userInfo).toMatchObject({
        ...{ guest: true, isSuperAdmin: false, isAdminUser: false },
        ...{ storeId: before!.storeId, companyId: '10001', medicalAreaCode: '320500', medicalNo: 'P32050100001' },
      })
      expect([result!.userInfo.mobilePhone, result!.userInfo.email]).toEqual([undefined, undefined])
      expect(await services.access.userOf(result!.token)).toMatchObject({
        ...{ guest: true, isSuperAdmin: false, isAdminUser: false, menus: [], buttons: [] },
        ...{ stores: [before!.storeId], storeId: before!.storeId, areaCode: '320500' },
      })
      const guest = server.withToken(result!.token)
      expect((await guest.ok(role.getMenuList)).menus.map(({ menuCode }) => menuCode)).toEqual([
        'QrCode',
        'AbnormalOrderManager',
      ])
      expect((await guest.send(auth.switchArea, { medicalAreaCode: '430100' })).error?.message).toBe('此操作需要登录')
    }
    const { isAdminUser, isSuperAdmin, storeId, companyId, mobilePhone, email } = before!
    await db.update(user).set({ isAdminUser, isSuperAdmin, storeId, companyId, mobilePhone, email }).where(clerk)
  },
)

test('a closed store opens no session, says so, and counts no right code as a wrong one', async () => {
  const guanqian = eq(store.fixmedinsCode, 'P32050100001')
  await server.deps.db.update(store).set({ closed: true }).where(guanqian)
  for (let n = 0; n < 6; n++) expect((await silent()).error?.message).toBe('门店已停用，不能登录')
  await server.deps.db.update(store).set({ closed: false }).where(guanqian)
})

test.each([
  [{ isQrCode: true }, '/medical-insurance-settlement/qr-code'],
  [{ isQrCode: 'true', routeKey: '8' }, '/medical-insurance-settlement/qr-code'],
  [{ isExOrder: 'true' }, '/abnormal-manager/abnormal-order-manager'],
])('%o makes a guest', async (flags, target) => {
  const { result } = await silent(flags)
  expect(result).toMatchObject({ target, userInfo: { guest: true, medicalNo: 'P32050100001' } })
  const guest = server.withToken(result!.token)
  expect((await guest.ok(role.getMenuList)).menus.map(({ menuCode }) => menuCode)).toEqual([
    'QrCode',
    'AbnormalOrderManager',
  ])
  expect((await guest.ok(dictionary.map, { codeTypes: ['orderStatus'] }))[0]?.codes).toHaveLength(8)
  const { code } = await (await server.as('clerk')).ok(qrCode.save, { kind: 'store', content: target })
  expect((await guest.ok(qrCode.query, { code })).items, 'came by it').toMatchObject([{ code, scans: 1 }])
  expect((await guest.send(districtCalls.pullDistrictTree)).error?.message).toBe('此操作需要登录')
  expect((await guest.send(auth.refreshToken)).statusCode).toBe(403)
})

test('a guest’s 30 minutes end for good', async () => {
  const guest = server.withToken((await silent({ isQrCode: true })).result!.token)
  clock.advance(1_799_999)
  const last = await guest.send(calls.getLoginUserInfo)
  expect([last.status, last.headers['refresh-token']]).toEqual([200, undefined])
  clock.advance(1)
  expect((await guest.send(calls.getLoginUserInfo)).status).toBe(401)
})

test('false flags are no guest', async () => {
  expect((await silent({ isQrCode: 'false', isExOrder: false })).result?.userInfo.guest).toBe(false)
})
