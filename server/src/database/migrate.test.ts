import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { dataRole, menuRole, session, user } from '../domains/auth/tables.ts'
import { item } from '../domains/catalogue/tables.ts'
import { orderCollection } from '../domains/collection/tables.ts'
import { fundDay } from '../domains/order/fund-tables.ts'
import { foldFunds } from '../domains/report/fold.ts'
import { migrate } from './migrate.ts'
import { type OpenDatabase, openPglite } from './open.ts'

/** A database as version 0000 left it, with rows of that version. */
const previous = async (): Promise<OpenDatabase> => {
  const database = await openPglite()
  const [first] = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, 'migrations') })
  for (const statement of first!.sql) await database.execute(statement)
  await database.execute(`
    create table migration (hash text primary key, at timestamptz not null default now());
    insert into migration (hash) values ('${first!.hash}');
    insert into menu_role (id, name, menus, buttons) values
      ('00000000-0000-7000-8003-000000000001', '店员', '["SwipingCard"]', '[{"menuCode":"SwipingCard","buttonCode":"settle"}]'),
      ('00000000-0000-7000-8003-000000000002', '区域管理员', '["MenuDiff"]', '[{"menuCode":"MenuDiff","buttonCode":"import"}]'),
      ('00000000-0000-7000-8003-000000000003', '只读', '["Dashboard"]', '[]'),
      ('own-1', '店长', '["Dashboard"]', '[]'),
      ('own-2', '夜班', '[]', '[]');
    insert into data_role (id, name, areas, stores, enabled) values
      ('d1', '苏州市', '["320500"]', '[]', true), ('d2', '一家店', '[]', '["s1"]', false);
    insert into user_account (id, user_name, name, password_hash, store_id) values ('u1', 'clerk', '䶮店员', 'salt.hash', 's1');
    insert into purchase_order (id, order_no, area_code, company_id, store_id, operator_id, operator_name, state, person,
      medical_type, basket, lines, split, total, fund_total, cash, setl_id, settled_at, reversed_by, reversed_at, created_at, updated_at)
    select 'o' || n, 'N' || n, '320500', 'c1', 's1', 'u1', '䶮店员', case n when 2 then 'reversed' else 'settled' end, '{}', '41', '{}', '[]', '{"poolFund": 40}', 100, 40, 60,
      case when n < 3 then 'S' || n end, '2026-10-01 23:30:00+08', case n when 2 then '2103' end,
      case n when 2 then timestamptz '2026-10-02 08:00:00+08' end, now(), now() from generate_series(1, 3) n;
    insert into store (id, "companyId", "areaCode", "fixmedinsCode", name) values
      ('s1', 'c1', '320500', 'P32050100001', '一店'), ('s2', 'c1', '320500', 'P32050100002', '二店'),
      ('s3', 'c2', '320500', 'P32050100003', '三店'), ('s4', 'c1', '320100', 'P32010100001', '四店');
    insert into catalogue_item (area_code, own_code, name, price, national_code) values
      ('320500', '1001', '阿莫西林胶囊', '12.8', 'X1'), ('320100', '1001', '阿莫西林胶囊', '12.8', ''), ('999999', '1', '没有门店', '1', '');
    insert into session (id, token_hash, user_id, issued_at, expires_at) values ('t1', 'h1', 'u1', now(), now());
  `)
  return database
}

const database = opened(previous)

test('a database of the version before keeps its rows and gets what is new', async () => {
  const { db } = database
  const said: string[] = []
  const say = (text: string) => said.push(text)
  expect(await migrate(database, say)).toBeGreaterThan(0)
  expect(await migrate(database, say), 'each file once').toBe(0)
  expect(said, 'whoever starts it hears once why it takes long').toEqual([
    expect.stringMatching(/^正在把数据库更新到这个版本（\d+ 步，/),
  ])
  await db.execute(`insert into migration (hash) values ('of-the-next-version')`)
  await expect(migrate(database), 'the version before the next one').rejects.toThrow('有 1 步这个版本没有')
  await db.execute(`delete from migration where hash = 'of-the-next-version'`)
  const roles = await db.select().from(menuRole).orderBy(menuRole.id)
  const filings = ['SpecialDiseaseMenu', 'PersonnelFixedFilling', 'SpecialMedicalMenu']
  const ownStore = { menuCode: 'StoreData', buttonCode: 'query' }
  expect(roles.map(({ name, kind, code }) => [name, kind, code])).toEqual([
    ['店员', 'system', 'clerk'],
    ['区域管理员', 'system', 'area'],
    ['只读', 'system', 'viewer'],
    ['药师', 'system', 'pharmacist'],
    ['店长', 'company', 'role-own-1'],
    ['夜班', 'company', 'role-own-2'],
  ])
  expect(roles[0]).toMatchObject({
    menus: [
      'SwipingCard',
      'MonthReconciliation',
      'StoreData',
      'OutpatientManager',
      ...filings,
      'Liquidation',
      'UnLiquidateReport',
      'RxManagement',
      'ClearScoreManage',
      'AuditManagement',
      'OrderOtherpayManagement',
      'Approval',
    ],
    buttons: expect.arrayContaining([{ menuCode: 'SwipingCard', buttonCode: 'settle' }, ownStore]),
    enabled: true,
    areas: [],
  })
  expect(roles[0]!.buttons).toContainEqual({ menuCode: 'SpecialDiseaseMenu', buttonCode: 'upload' })
  expect(roles[2]!.buttons).not.toContainEqual({ menuCode: 'SpecialDiseaseMenu', buttonCode: 'upload' })
  const mayPrint = (role: number) =>
    filings.filter((menuCode) =>
      roles[role]!.buttons.some((one) => one.menuCode === menuCode && one.buttonCode === 'print'),
    )
  expect([0, 1, 2, 3, 4].map(mayPrint), 'who writes a filing').toEqual([filings, filings, [], filings, []])
  const data = await db.select().from(dataRole).orderBy(dataRole.id)
  expect(data).toMatchObject([
    { areas: ['320500'], enabled: true, code: 'data-d1' },
    { stores: ['s1'], enabled: false, code: 'data-d2' },
  ])
  const [person] = await db.select().from(user)
  expect(person).toMatchObject({
    userName: 'clerk',
    name: '䶮店员',
    passwordHash: 'salt.hash',
    storeId: 's1',
    mustChange: false,
    passwordHistory: [],
  })
  expect(Math.abs(Date.now() - person!.passwordChangedAt.getTime()), 'its age counts from the upgrade').toBeLessThan(
    600_000,
  )
  expect(await db.select({ id: session.id, mustChange: session.mustChange }).from(session)).toEqual([
    { id: 't1', mustChange: null },
  ])
})

test('what was left to pay of earlier settlements is in the book, nothing of what was reversed or never settled', async () => {
  const books = await database.db.select().from(orderCollection).orderBy(orderCollection.orderId)
  expect(books.map(({ orderId, due, gone, state }) => [orderId, due, gone, state])).toEqual([
    ['o1', 60, false, 'due'],
    ['o2', 0, true, 'none'],
  ])
})

test('what was settled before is in the sums of its day, its reversal in those of another', async () => {
  const { db } = database
  await foldFunds({ db })
  const days = await db.select().from(fundDay).orderBy(fundDay.day)
  expect(
    days.map(({ day, settlements, reversals, total, poolFund }) => [day, settlements, reversals, total, poolFund]),
  ).toEqual([
    ['2026-10-01', 2, 0, 200, 80],
    ['2026-10-02', 0, 1, -100, -40],
  ])
})

test.each([
  ['MenuDiff', 'add', ['area']],
  ['DiseaseMenu', 'edit', ['area']],
  ['StoreData', 'query', ['clerk', 'pharmacist', 'viewer']],
  ['RxOnlinePush', 'approve', ['pharmacist']],
])(
  '%s %s came after the first version: the product’s own roles get it, no other',
  async (menuCode, buttonCode, whose) => {
    const roles = await database.db.select({ code: menuRole.code, buttons: menuRole.buttons }).from(menuRole)
    const may = roles.filter(({ buttons }) =>
      buttons.some((one) => one.menuCode === menuCode && one.buttonCode === buttonCode),
    )
    expect(may.map(({ code }) => code).sort()).toEqual(whose)
  },
)

test.each([
  ['MonthReconciliation', ['query', 'handle', 'print']],
  ['OutpatientManager', ['query', 'reverse', 'handle']],
  ['Liquidation', ['query', 'add', 'edit', 'upload', 'remove', 'print']],
  ['RxManagement', ['query', 'add', 'handle', 'print', 'download']],
  ['ClearScoreManage', ['query', 'download']],
  ['AuditManagement', ['query', 'handle']],
  ['OrderOtherpayManagement', ['query', 'edit']],
  ['Approval', ['query']],
])('%s is a clerk’s work in an older database too; a company’s own roles are its own', async (menu, clerks) => {
  const roles = await database.db.select().from(menuRole).orderBy(menuRole.id)
  // What is a pharmacist's alone has its own test.
  const of = ({ buttons }: (typeof roles)[number]) =>
    buttons
      .filter(({ menuCode, buttonCode }) => menuCode === menu && buttonCode !== 'approve')
      .map(({ buttonCode }) => buttonCode)
  expect(roles.map((row) => [row.code, of(row)])).toEqual([
    ['clerk', clerks],
    ['area', []],
    ['viewer', ['query']],
    ['pharmacist', clerks],
    ['role-own-1', []],
    ['role-own-2', []],
  ])
})

test('what an area sold is from now on what each company with a store there sells', async () => {
  const rows = await database.db.select().from(item).orderBy(item.companyId, item.areaCode)
  expect(rows.map((row) => [row.companyId, row.areaCode, row.ownCode, row.nationalCode, row.stopped])).toEqual([
    ['c1', '320100', '1001', '', false],
    ['c1', '320500', '1001', 'X1', false],
    ['c2', '320500', '1001', 'X1', false],
  ])
})
