import { auth } from '@yibao/shared/calls/auth.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { importing } from '@yibao/shared/calls/transfer.ts'
import { eq, like } from 'drizzle-orm'
import readXlsx from 'read-excel-file/node'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { clerkRole } from '../../seed/roles.ts'
import { encode } from '../../test/encode.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { sealedByAnother } from '../../test/other-key.ts'
import { tryImport } from '../../test/try-import.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { type Cell, xlsxBytes } from '../../xlsx/write.ts'
import { menuRole as menuTable, user, userMenuRole } from '../auth/tables.ts'
import { store } from '../organisation/tables.ts'
import { importJob } from '../transfer/tables.ts'

// A chain opens stores by the dozen: their accounts come in as a sheet, and each first password is given once.

const clock = testClock()
let admin: Client
let area: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  admin = await server.as('admin')
  area = await server.as('area', { areaCode: '320500' })
})
beforeEach(() => clock.advance(1000))

const head = ['机构编码 *', '用户名 *', '真实姓名 *', '菜单角色 *', '昵称', '手机号码']
const sheet = (rows: Cell[][]) =>
  xlsxBytes([{ name: '账号', columns: head.map((title) => ({ title, width: 10 })), rows: [rows] }])
const check = async (rows: Cell[][], client = area) =>
  (await tryImport(server, client, { importType: 'account' }, await sheet(rows))).result!
const brought = async (importId: string, client = area) =>
  untilEnded(client, (await client.ok(importing.run, { importId })).progressId)
const rowsOf = async (bytes: Uint8Array) => (await readXlsx(Buffer.from(bytes)))[0]!.data.map((row) => row.map(String))
const login = (userName: string, password: string) => {
  clock.advance(1)
  return server.nobody.send(auth.login, { userName, passWord: encode(password, clock()) })
}
const guanqian = 'P32050100001'

test('the good rows become accounts, each with a first password that is given once and must be changed', async () => {
  const checked = await check([
    [guanqian, 'sheet01', '李䶮', '店员'],
    [guanqian.toLowerCase(), 'sheet02', '𠮷药师', '店员、药师', '小𠮷', '13900000001'],
  ])
  expect(checked).toMatchObject({ total: 2, good: 2, bad: 0 })
  expect(await area.ok(importing.untaken, { importType: 'account' }), 'nothing is made yet').toEqual([])
  expect((await brought(checked.importId)).text).toBe('已导入 2 行。请现在下载初始密码，只能下载一次')

  const { items } = await area.ok(roleUser.getUserTreeByPage, { keyword: 'sheet0' })
  expect(
    items.map(({ userName, name, surName, storeName, menuRoleNames, standing }) => [
      userName,
      name,
      surName,
      storeName,
      menuRoleNames,
      standing,
    ]),
  ).toEqual([
    ['sheet01', '李䶮', '李䶮', '示例大药房观前店', '店员', 'initial'],
    ['sheet02', '𠮷药师', '小𠮷', '示例大药房观前店', '店员、药师', 'initial'],
  ])
  expect(await area.ok(importing.untaken, { importType: 'account' })).toMatchObject([
    { importId: checked.importId, rows: 2 },
  ])
  const job = { ...(await server.deps.db.select().from(importJob))[0]!, id: 'lost', once: sealedByAnother([]) }
  await server.deps.db.insert(importJob).values(job)
  const untaken = await area.ok(importing.untaken, { importType: 'account' })
  expect(
    untaken.map(({ importId }) => importId),
    'what a lost data key sealed nobody can take',
  ).toEqual([checked.importId])

  const { bytes } = await area.send(importing.once, { importId: checked.importId })
  const [titles, ...given] = await rowsOf(bytes)
  expect(titles).toEqual(['机构编码', '门店', '用户名', '真实姓名', '初始密码'])
  expect(given.map((row) => row.slice(0, 4))).toEqual([
    [guanqian, '示例大药房观前店', 'sheet01', '李䶮'],
    [guanqian, '示例大药房观前店', 'sheet02', '𠮷药师'],
  ])
  const password = given[0]![4]!
  expect((await login('sheet01', password)).result?.userInfo.mustChange).toBe('initial')

  expect((await area.send(importing.once, { importId: checked.importId })).error?.message).toBe(
    '初始密码已经下载过，不再保留',
  )
  expect(await area.ok(importing.untaken, { importType: 'account' })).toEqual([])
  const log = await server.deps.db.select().from(operationLog)
  expect(JSON.stringify(log)).not.toContain(password)
  expect(
    log
      .filter(({ call }) => call === 'roleUser.addUser')
      .map(({ target, userName }) => [target, userName])
      .sort(),
  ).toEqual([
    ['sheet01', 'area'],
    ['sheet02', 'area'],
  ])
  expect(log.find(({ call }) => call === 'importing.once')?.target).toBe('账号 初始密码，2 行')
})

test('until they are taken they lie sealed, nobody else gets them, and with the check they are gone', async () => {
  const checked = await check([[guanqian, 'sheet11', '李䶮', '店员']])
  await brought(checked.importId)
  const [job] = await server.deps.db.select().from(importJob).where(eq(importJob.id, checked.importId))
  expect(job!.good).toBe('')
  expect(job!.once).not.toMatch(/sheet11|李䶮|initialPassword/)
  expect((await admin.send(importing.once, { importId: checked.importId })).error?.message).toBe('没有找到导入记录')
  const both = await Promise.all([1, 2].map(() => area.send(importing.once, { importId: checked.importId })))
  expect(
    both.filter(({ bytes }) => bytes.length > 0 && bytes[0] === 0x50),
    'of two who ask at once one',
  ).toHaveLength(1)
})

test('a row that addUser would refuse is a failing row with its words, and changes nobody', async () => {
  const { db } = server.deps
  await db
    .insert(menuTable)
    .values({ id: 'stopped', code: 'stopped', name: '停了的', menus: [], buttons: [], enabled: false })
  const beyond = { menus: ['MedicalDll'], buttons: [] }
  await db.insert(menuTable).values({ id: 'beyond', code: 'beyond', name: '超管的', ...beyond })
  const before = await db.select().from(user).where(eq(user.userName, 'clerk'))
  const checked = await check([
    [guanqian, 'clerk', '李䶮', '店员'],
    [guanqian, 'CLERK', '李䶮', '店员'],
    ['P32010200001', 'sheet21', '南京人', '店员'],
    [guanqian, 'sheet22', '李䶮', '店长'],
    [guanqian, 'sheet23', '李䶮', '停了的'],
    [guanqian, 'sheet24', '李䶮', '店员、超管的'],
    [guanqian, 'sheet\u200b25', '李䶮', '店员'],
    [guanqian, 'sheet26', '李䶮', '店员'],
    [guanqian, 'Sheet26', '李䶮', '店员'],
  ])
  expect(checked.errors.map(({ row, column, reason }) => [row, column, reason])).toEqual([
    [2, '用户名', '用户名「clerk」已被使用'],
    [3, '用户名', '与第 2 行的用户名相同'],
    [4, '机构编码', '本区划没有你能管理的、机构编码为 P32010200001 的营业门店'],
    [5, '菜单角色', '没有名为「店长」的菜单角色，多个角色用、分开'],
    [6, '菜单角色', '角色「停了的」已停用，不能分配'],
    [7, '菜单角色', '「超管的」：不能授予你没有的权限：「医保DLL管理」'],
    [8, '用户名', '用户名不能包含空格'],
    [10, '用户名', '与第 9 行的用户名相同'],
  ])
  expect((await brought(checked.importId)).text).toMatch(/^已导入 1 行，8 行有错误未导入/)
  expect(await db.select().from(user).where(eq(user.userName, 'clerk'))).toEqual(before)
  expect((await db.select().from(user).where(like(user.userName, 'sheet2%'))).map(({ userName }) => userName)).toEqual([
    'sheet26',
  ])
})

test('what changed between check and import keeps a row out, and who may not add accounts brings none in', async () => {
  const checked = await check([
    [guanqian, 'sheet31', '李䶮', '店员'],
    [guanqian, 'sheet32', '李䶮', '店员'],
  ])
  await area.ok(roleUser.addUser, {
    ...{ userName: 'Sheet31', surName: '甲', name: '别人', isAdminUser: false, storeId: storeIdOf(guanqian) },
    ...{ menuRoleIds: [clerkRole.id], dataRoleIds: [] },
  })
  expect((await brought(checked.importId)).text).toBe(
    '已导入 1 行，1 行检查后情况有变未导入：用户名「sheet31」已被使用。请现在下载初始密码，只能下载一次',
  )
  const clerk = await server.as('clerk')
  const refused = await tryImport(
    server,
    clerk,
    { importType: 'account' },
    await sheet([[guanqian, 'sheet33', '李䶮', '店员']]),
  )
  expect(refused.error?.message).toBe('没有「导入账号」的权限')
  await server.deps.db.update(store).set({ closed: true }).where(eq(store.fixmedinsCode, guanqian))
  expect((await check([[guanqian, 'sheet34', '李䶮', '店员']])).bad, 'a closed store takes nobody in').toBe(1)
  await server.deps.db.update(store).set({ closed: false }).where(eq(store.fixmedinsCode, guanqian))
})

test('of roles of one name the one of the store’s area is given, whoever imports', async () => {
  const { menus, buttons } = clerkRole
  const roles = [
    { id: '0-changsha', code: 'R-cs', areas: ['430100'] },
    { id: '1-suzhou', code: 'R-sz', areas: ['320500'] },
  ].map((one) => ({ ...one, name: '店长', menus, buttons }))
  await server.deps.db.insert(menuTable).values(roles)
  const rows = await sheet([[guanqian, 'manager01', '赵𠮷', '店长']])
  const asked = { importType: 'account' as const, medicalAreaCode: '320500' }
  const checked = (await tryImport(server, admin, asked, rows)).result!
  expect(checked).toMatchObject({ good: 1, bad: 0 })
  await brought(checked.importId, admin)
  const [made] = (await area.ok(roleUser.getUserTreeByPage, { keyword: 'manager01' })).items
  const held = await server.deps.db
    .select({ roleId: userMenuRole.roleId })
    .from(userMenuRole)
    .where(eq(userMenuRole.userId, made!.userId))
  expect(held).toEqual([{ roleId: '1-suzhou' }])
})
