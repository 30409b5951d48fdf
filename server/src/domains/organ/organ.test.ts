import { auth } from '@yibao/shared/calls/auth.ts'
import { companyCalls, institution, organ } from '@yibao/shared/calls/organ.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { storeUser } from '@yibao/shared/calls/store-user.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { and, eq, ne } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { companyId, storeIdOf } from '../../seed/organisation.ts'
import { demoPassword } from '../../seed/people.ts'
import { asAnother } from '../../test/beside.ts'
import { type Client, databases, testClock } from '../../test/kit.ts'
import { untilWaiting } from '../../test/locks.ts'
import { sold } from '../../test/orders.ts'
import { signIn as signIns } from '../attendance/tables.ts'
import { user } from '../auth/tables.ts'
import { item, itemMapping } from '../catalogue/tables.ts'
import { openShelf } from '../catalogue/test/shelf.ts'
import { order } from '../order/tables.ts'
import { storeSetup } from '../organisation/setup-tables.ts'
import { company, store } from '../organisation/tables.ts'

const guanqian = storeIdOf('P32050100001')
const pingjiang = storeIdOf('P32050100002')
const long = '示例大药房𠮷䶮街示例大药房𠮷䶮街二十字'
const form = { name: long, companyId, areaCode: '320500', fixmedinsCode: 'P32050100099' }

describe.each(databases)('on %s', (database) => {
  let admin: Client
  const shelf = opened(() => openShelf(50, { clock: testClock(), database }))
  beforeAll(async () => {
    admin = await shelf.server.as('admin')
  })
  beforeEach(async () => {
    await shelf.server.deps.db.delete(store).where(eq(store.fixmedinsCode, form.fixmedinsCode))
  })

  const problem = async (more: object, client = shelf.area) =>
    (await client.send(organ.createOrgan, { ...form, ...more })).error?.fields
  const names = async (input: object, client = shelf.area) =>
    (await client.ok(organ.pullOrgans, input)).items.map(({ fixmedinsCode }) => fixmedinsCode)

  test('a store is made, found, changed in part and as a whole', async () => {
    const made = await shelf.area.ok(organ.createOrgan, { ...form, address: '平江路 1 号', hospLevel: '11' })
    expect(made).toMatchObject({ companyName: '示例医药连锁', areaName: '苏州市', users: 0, signedIn: false })
    expect(await names({ keyword: '𠮷䶮' })).toEqual([form.fixmedinsCode])
    const setup = () => shelf.server.deps.db.select().from(storeSetup).where(eq(storeSetup.storeId, made.id))
    expect(await setup(), 'its clerks are led through the wizard').toMatchObject([{ steps: {}, finishedAt: null }])
    const part = await shelf.area.ok(organ.changeOrgan, { id: made.id, fixmedinsName: '示例' })
    expect(part).toMatchObject({ name: long, address: '平江路 1 号', fixmedinsName: '示例' })
    const whole = await shelf.area.ok(organ.changeOrgan, { id: made.id, ...form, name: '新名' })
    expect(whole).toMatchObject({ name: '新名', address: '', fixmedinsName: '' })
    expect(whole.hospLevel).toBeUndefined()
    // It has never settled: its code may still be put right.
    await shelf.area.ok(organ.changeOrgan, { id: made.id, fixmedinsCode: 'P32050100098' })
    // What the centre gave to the code of before is no sign-in of the new one; what it holds under it keeps it as it is.
    const { db } = shelf.server.deps
    const at = shelf.server.deps.clock()
    const signed = {
      ...{ id: 'moved', storeId: made.id, operatorNo: '1', userId: 'u', operatorName: '䶮' },
      mac: '',
      ip: '',
    }
    await db.insert(signIns).values({ ...signed, signNo: 'S1', day: formatDay(at), signedInAt: at })
    await shelf.area.ok(organ.changeOrgan, { id: made.id, phone: '0512-55550199' })
    const ended = async () => (await db.select().from(signIns).where(eq(signIns.storeId, made.id)))[0]?.ended
    expect(await ended()).toBe('')
    await shelf.area.ok(organ.changeOrgan, { id: made.id, fixmedinsCode: 'P32050100097' })
    expect(await ended()).toBe('again')
    const mapped = { storeId: made.id, ownCode: 'A1', nationalCode: 'X', listType: '101', state: 'sent' } as const
    await db.insert(itemMapping).values(mapped)
    const told = await shelf.area.send(organ.changeOrgan, { id: made.id, fixmedinsCode: 'P32050100096' })
    expect(told.error).toMatchObject({
      ...{ message: '医保中心已有本店的目录对照，不能再改区划和机构编码' },
      ...{ fields: { fixmedinsCode: expect.stringContaining('目录对照') } },
    })
    await db.delete(itemMapping).where(eq(itemMapping.storeId, made.id))
    await db.delete(signIns).where(eq(signIns.storeId, made.id))
    await shelf.server.deps.db.delete(store).where(eq(store.id, made.id))
  })

  test('the goods that the company has mapped wait in a new store, and in one that is put where they are sold', async () => {
    const { db } = shelf.server.deps
    const made = await shelf.area.ok(organ.createOrgan, form)
    const rows = () => db.select().from(itemMapping).where(eq(itemMapping.storeId, made.id))
    const mapped = async (areaCode: string) =>
      (
        await db
          .select()
          .from(item)
          .where(and(eq(item.areaCode, areaCode), ne(item.nationalCode, '')))
      ).length
    const waiting = await rows()
    expect(waiting).toHaveLength(await mapped('320500'))
    expect(waiting[0]).toMatchObject({
      state: 'waiting',
      nationalCode: expect.stringMatching(/./),
      at: expect.any(Date),
    })
    await admin.ok(organ.changeOrgan, { id: made.id, areaCode: '430100', fixmedinsCode: form.fixmedinsCode })
    expect(await rows(), 'those of its old place are gone').toHaveLength(await mapped('430100'))
    await db.delete(itemMapping).where(eq(itemMapping.storeId, made.id))
  })

  test('stores whose contract ends within 30 days or has ended are found, and those that nobody has signed in today', async () => {
    const today = formatDay(shelf.server.deps.clock())
    const made = await shelf.area.ok(organ.createOrgan, form)
    const until = async (contractTo: string | undefined) => {
      await shelf.area.ok(organ.changeOrgan, { id: made.id, ...form, contractTo })
      const of = async (contract: 'soon' | 'ended') => (await names({ contract, keyword: long })).length
      return [await of('soon'), await of('ended')]
    }
    expect(await until(addDays(today, 31))).toEqual([0, 0])
    expect(await until(addDays(today, 30))).toEqual([1, 0])
    expect(await until(today), 'the last day is one of it').toEqual([1, 0])
    expect(await until(addDays(today, -1))).toEqual([0, 1])
    expect(await until(undefined), 'nobody said until when').toEqual([0, 0])
    expect(await names({ signedIn: true })).toEqual([])
    await shelf.clerk.ok(signIn.do, {})
    expect(await names({ signedIn: true })).toEqual(['P32050100001'])
    expect(await names({ signedIn: false })).not.toContain('P32050100001')
    expect(await names({ signedIn: false })).toContain(form.fixmedinsCode)
    await shelf.clerk.ok(signIn.signOut, {})
    expect(await names({ signedIn: true })).toEqual([])
  })

  test('codes are one store’s each and 12 characters; days follow each other; company and area must exist', async () => {
    expect(await problem({ fixmedinsCode: 'P32050100001' })).toHaveProperty('fixmedinsCode')
    expect(await problem({ fixmedinsCode: 'p32050100001' }), 'one institution, however it is typed').toHaveProperty(
      'fixmedinsCode',
    )
    expect(await problem({ fixmedinsCode: 'P3205' })).toHaveProperty('fixmedinsCode')
    expect(await problem({ erpStoreNo: 'S001' })).toHaveProperty('erpStoreNo')
    expect(await problem({ contractFrom: '2026-02-01', contractTo: '2026-01-01' })).toHaveProperty('contractTo')
    expect(await problem({ companyId: 'nobody' })).toHaveProperty('companyId')
    expect(await problem({ areaCode: '110100' }, admin)).toHaveProperty('areaCode')
  })

  test('a company has stores in its areas and while it works; a store is opened again by the same rule', async () => {
    const { db } = shelf.server.deps
    const id = '10008'
    const values = { id, name: '新公司', areas: ['320100'] }
    await db.insert(company).values(values).onConflictDoUpdate({ target: company.id, set: values })
    const make = () => admin.send(organ.createOrgan, { ...form, companyId: id })
    const refused = await make()
    expect(refused.error?.fields).toEqual({ areaCode: '公司没有开通这个区划' })
    expect(refused.resultNotice?.error).toBe('「新公司」没有开通苏州市，不能在那里开门店')
    await db
      .update(company)
      .set({ areas: ['320500'], stopped: true })
      .where(eq(company.id, id))
    expect((await make()).error?.fields).toEqual({ companyId: '公司已停用' })
    await db.update(company).set({ stopped: false }).where(eq(company.id, id))
    const made = await admin.ok(organ.createOrgan, { ...form, companyId: id })
    await admin.ok(organ.closeOrgan, { id: made.id })
    await db.update(company).set({ areas: [] }).where(eq(company.id, id))
    const reopened = await admin.send(organ.closeOrgan, { id: made.id, reopen: true })
    expect(reopened.resultNotice?.error).toContain('没有开通苏州市')
    expect((await admin.ok(organ.pullOrgan, { id: made.id })).state).toBe('closed')
  })

  test('the same store made by three at once is made once, the others read whose its code is', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => shelf.area.send(organ.createOrgan, form)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })

  test('an administrator makes stores only where his data roles open the whole area, and sees only his own', async () => {
    expect(await problem({ areaCode: '430100' })).toHaveProperty('areaCode')
    const changsha = storeIdOf('P43010200001')
    for (const [call, input] of [
      [organ.pullOrgan, { id: changsha }],
      [organ.changeOrgan, { id: changsha, phone: '1' }],
      [organ.closeOrgan, { id: changsha }],
    ] as const)
      expect((await shelf.area.send(call, input as never)).statusCode).toBe(404)
    expect(await names({})).toEqual(['P32050100001', 'P32050100002'])
    expect(await names({}, admin)).toHaveLength(4)
  })

  test('company, area and code of a store with orders stay as the centre knows them', async () => {
    const { db } = shelf.server.deps
    await sold(shelf.server.deps, { state: 'unknown', setlId: 'S1' })
    // A trial that was priced and voided, of a store that is new, is on no centre's books: it moves along.
    const { id: fresh } = await admin.ok(organ.createOrgan, form)
    await sold(shelf.server.deps, { id: 'o2', storeId: fresh, state: 'voided' })
    await admin.ok(organ.changeOrgan, { id: fresh, areaCode: '430100', fixmedinsCode: 'P32050100078' })
    expect((await db.select().from(order).where(eq(order.id, 'o2')))[0]).toMatchObject({ areaCode: '430100' })
    await db.update(order).set({ setlId: 'S2' }).where(eq(order.id, 'o2'))
    const stays = await admin.send(organ.changeOrgan, { id: fresh, fixmedinsCode: 'P32050100079' })
    expect(stays.error?.fields).toHaveProperty('fixmedinsCode')
    await db.delete(order).where(eq(order.id, 'o2'))
    await db.delete(itemMapping).where(eq(itemMapping.storeId, fresh))
    await db.delete(store).where(eq(store.id, fresh))
    const code = await shelf.area.send(organ.changeOrgan, { id: guanqian, fixmedinsCode: 'P32050100077' })
    expect(code.error?.fields).toHaveProperty('fixmedinsCode')
    // What is under way at the centre keeps the store open.
    const close = await shelf.area.send(organ.closeOrgan, { id: guanqian })
    expect(close.resultNotice?.error).toContain('还有 1 笔结算没有结果')
    await db.update(order).set({ state: 'settled' }).where(eq(order.id, 'o1'))
    const clerk = await shelf.server.as('clerk')
    expect((await shelf.area.ok(organ.closeOrgan, { id: guanqian })).state).toBe('closed')
    expect((await clerk.send(organ.pullUserStores)).status, 'logged out at once').toBe(401)
    const passWord = Buffer.from(demoPassword + String(shelf.server.deps.clock().getTime()).padStart(13, '0')).toString(
      'base64',
    )
    const login = () => shelf.server.nobody.send(auth.login, { userName: 'clerk', passWord, isRefreshCache: true })
    expect((await login()).resultNotice?.error).toBe('门店已停用，不能登录')
    expect(await names({ state: 'closed' })).toEqual(['P32050100001'])
    expect((await shelf.area.ok(organ.closeOrgan, { id: guanqian, reopen: true })).state).toBe('open')
    await db.delete(order)
  })

  // The embedded database has one connection: nobody writes beside anybody.
  if (database === 'postgres')
    test('a store that is closed while somebody corrects its telephone stays closed', async () => {
      const { db } = shelf.server.deps
      const { id } = await shelf.area.ok(organ.createOrgan, form)
      let changed: Promise<unknown> = Promise.resolve()
      await db.transaction(async (tx) => {
        await tx.update(store).set({ closed: true }).where(eq(store.id, id))
        changed = asAnother(() => shelf.area.ok(organ.changeOrgan, { id, phone: '0512-55550199' }))
        await asAnother(() => untilWaiting(db, 1))
      })
      await changed
      expect(await admin.ok(organ.pullOrgan, { id })).toMatchObject({ state: 'closed', phone: '0512-55550199' })
    })

  test('the lists of stores: by area, company, user, ERP number, as trees', async () => {
    const ids = (rows: readonly { storeId: string }[]) => rows.map(({ storeId }) => storeId)
    const suzhou = [guanqian, pingjiang]
    expect(ids(await shelf.area.ok(organ.pullMedicalAreaStores))).toEqual(suzhou)
    expect(await shelf.area.ok(organ.pullMedicalAreaStores, { medicalAreaCode: '430100' })).toEqual([])
    expect(ids(await shelf.area.ok(organ.pullStores, { id: companyId }))).toEqual(suzhou)
    expect(ids(await shelf.area.ok(organ.pullCompanyStores, { keyword: '平江' }))).toEqual([pingjiang])
    const operator = (await shelf.area.ok(storeUser.pullStoreUsers, { id: guanqian }))[0]!
    expect(ids(await shelf.area.ok(organ.pullUserRoleStores, { userId: operator.userId }))).toEqual([guanqian])
    expect(await shelf.area.ok(organ.pullOrgan, { id: guanqian })).toMatchObject({ users: 3, clients: 1 })
    const clerk = await shelf.server.as('clerk')
    expect(ids(await clerk.ok(organ.pullUserStores))).toEqual([guanqian])
    // What was given up is asked for by name: pages of before do not expect it.
    const shut = (closed: boolean) => shelf.server.deps.db.update(store).set({ closed }).where(eq(store.id, guanqian))
    await shut(true)
    expect(ids(await shelf.area.ok(organ.pullUserStores))).toEqual([pingjiang])
    expect(
      (await shelf.area.ok(organ.pullUserStores, { closed: true })).map(({ storeId, closed }) => [storeId, closed]),
    ).toEqual([
      [pingjiang, undefined],
      [guanqian, true],
    ])
    expect(ids(await shelf.area.ok(organ.pullMedicalAreaStores))).toEqual([pingjiang])
    await shut(false)
    const erp = await shelf.area.ok(organ.pullErpStores)
    expect(erp.map(({ erpStoreNo, bound, clients }) => [erpStoreNo, bound, clients])).toEqual([
      ['S001', true, 1],
      ['', false, 0],
    ])
    expect(ids(await shelf.area.ok(organ.pullErpStores, { bound: false }))).toEqual([pingjiang])
    const tree = await admin.ok(organ.getStoreTree)
    expect(tree.nodes[0]!.children.map(({ areaCode, children }) => [areaCode, children.length])).toEqual([
      ['320100', 1],
      ['320500', 2],
      ['430100', 1],
    ])
    expect(
      (await admin.ok(organ.getStoreTreeByAreaCode, { medicalAreaCode: '430100' })).nodes[0]!.children.length,
    ).toBe(1)
  })

  test('companies: those of one’s stores; all of them, empty ones too, for whoever sees all', async () => {
    await shelf.server.deps.db.insert(company).values({ id: '10009', name: '空公司' }).onConflictDoNothing()
    expect(await shelf.area.ok(companyCalls.pullCompanies)).toEqual([{ companyId, name: '示例医药连锁', stores: 2 }])
    const all = await admin.ok(companyCalls.pullCompanies)
    expect(all.find((one) => one.companyId === '10009')).toMatchObject({ stores: 0 })
    // Whatever pages somebody may open: this one none.
    const roles = { isAdminUser: false, menuRoleIds: [], dataRoleIds: [] }
    const person = { userName: 'nopages', surName: '䶮', name: '𠮷店员', storeId: guanqian, ...roles }
    const { userId } = await admin.ok(roleUser.addUser, person)
    await shelf.server.deps.db.update(user).set({ mustChange: false }).where(eq(user.id, userId))
    const nobody = await shelf.server.as(person.userName)
    expect((await nobody.send(organ.pullOrgans)).statusCode).toBe(403)
    expect(await nobody.ok(companyCalls.pullCompanies)).toMatchObject([{ companyId, stores: 1 }])
    expect(await nobody.ok(organ.pullUserStores)).toMatchObject([{ storeId: guanqian }])
    await shelf.server.deps.db.delete(user).where(eq(user.id, userId))
    const inArea = await shelf.server.as('admin', { areaCode: '320500' })
    expect(await inArea.ok(companyCalls.pullCompanies)).toEqual(all)
  })

  test('1201: pharmacies and hospitals by name or code, our store beside its line; nothing asked, nothing found', async () => {
    const ofType = (input: object) => ({ fixmedinsType: '2' as const, ...input })
    const ask = async (input: object) => (await shelf.area.ok(institution.getMedicalInfos, ofType(input))).items
    const any = await shelf.area.send(institution.getMedicalInfos, { fixmedinsName: '观前' } as never)
    expect(any.error?.fields, 'of pharmacies, or of hospitals').toHaveProperty('fixmedinsType')
    expect(await ask({})).toEqual([])
    expect(await ask({ fixmedinsType: '2', fixmedinsName: '观前' })).toMatchObject([
      { fixmedinsCode: 'P32050100001', uscc: '91320508MA1EXAMP1M', storeId: guanqian, areaName: '苏州市' },
    ])
    const [fresh] = await ask({ fixmedinsCode: 'P32050100003' })
    expect(fresh).toMatchObject({ fixmedinsName: '示例大药房山塘店', storeName: '' })
    const [hospital] = await ask({ fixmedinsType: '1', fixmedinsName: '人民医院' })
    expect(hospital).toMatchObject({ fixmedinsCode: 'H32050100001', hospLevel: '2', storeName: '' })
    expect(hospital).not.toHaveProperty('storeId')
    const none = await shelf.area.send(institution.getMedicalInfos, ofType({ fixmedinsCode: 'P99999999999' }))
    expect(none.resultNotice?.error).toContain('没有符合条件的定点医药机构')
    await shelf.centre.fault({ fault: 'dropAfterBooking', infno: '1201' })
    const lost = await shelf.area.send(institution.getMedicalInfos, ofType({ fixmedinsName: '观前' }))
    expect(lost.resultNotice?.error).toBe('医保中心暂时不能访问')
    const other = await shelf.area.send(
      institution.getMedicalInfos,
      ofType({ fixmedinsName: '店', medicalAreaCode: '430100' }),
    )
    expect(other.statusCode).toBe(403)
  })
})
