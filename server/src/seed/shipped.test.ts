import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { migrate } from '../database/migrate.ts'
import { openPglite } from '../database/open.ts'
import { auditRule } from '../domains/audit/tables.ts'
import { dictionaryItem } from '../domains/dictionary/tables.ts'
import { hintDocument, searchIndex } from '../domains/hint/full-text/tables.ts'
import { hintMessage } from '../domains/hint/tables.ts'
import { shippedRules } from './audit-rules.ts'
import { hints } from './hints.ts'
import { seed } from './index.ts'
import { bring, bringRows, type Shipped } from './shipped.ts'
import { shippedPart } from './tables.ts'

// What the product ships for everybody also reaches a database that an earlier build filled.

const database = opened(openPglite)
const production = { demo: false }
beforeAll(async () => {
  await migrate(database)
  await seed(database.db, production)
})

const hintIds = (hints.rows() as { id: string }[]).map(({ id }) => id)
const hint = async (id: string) => (await database.db.select().from(hintMessage).where(eq(hintMessage.id, id)))[0]
const rule = async (id: string) => (await database.db.select().from(auditRule).where(eq(auditRule.id, id)))[0]
const item = async (code: string) =>
  (
    await database.db
      .select()
      .from(dictionaryItem)
      .where(and(eq(dictionaryItem.edition, 'JX'), eq(dictionaryItem.codeType, 'gend'), eq(dictionaryItem.code, code)))
  )[0]

/** As an earlier build left it, which shipped other rows. */
const older = async () => {
  const { db } = database
  const stale = { tips: '旧的说法', guide: '旧的做法' }
  await db.update(hintMessage).set(stale).where(eq(hintMessage.id, hintIds[0]!))
  await db
    .update(hintMessage)
    .set({ ...stale, updatedBy: 'admin' })
    .where(eq(hintMessage.id, hintIds[1]!))
  await db.delete(hintMessage).where(eq(hintMessage.id, hintIds[2]!))
  const [first, second] = shippedRules()
  await db.update(auditRule).set({ message: '旧的提醒' }).where(eq(auditRule.id, first!.id))
  await db
    .update(auditRule)
    .set({ enabled: false, updatedBy: 'admin', message: '本店的提醒' })
    .where(eq(auditRule.id, second!.id))
  await db.delete(dictionaryItem).where(eq(dictionaryItem.code, '1'))
  await db.update(dictionaryItem).set({ label: '旧名' }).where(eq(dictionaryItem.code, '2'))
  const gone = { edition: 'JX', codeType: 'gend', code: '8', label: '标准里没有了' }
  await db.insert(dictionaryItem).values(gone).onConflictDoNothing()
}

const expectBrought = async () => {
  const [first, second] = shippedRules()
  expect((await hint(hintIds[0]!))!.tips, 'nobody touched it').not.toBe('旧的说法')
  expect(await hint(hintIds[1]!), 'somebody wrote it').toMatchObject({ tips: '旧的说法', updatedBy: 'admin' })
  expect(await hint(hintIds[2]!), 'somebody took it away').toBeUndefined()
  expect((await rule(first!.id))!.message).toBe(first!.message)
  expect(await rule(second!.id)).toMatchObject({ enabled: false, message: '本店的提醒' })
  expect(await item('1')).toMatchObject({ label: '男', enabled: true })
  expect(await item('2')).toMatchObject({ label: '女', enabled: true })
  expect(await item('8'), 'keeps its name and is offered no more').toMatchObject({
    label: '标准里没有了',
    enabled: false,
  })
}

test('a build that ships other rows brings them to a database in use, and leaves alone what people made of theirs', async () => {
  const [, , third] = shippedRules()
  const equal = [await rule(third!.id), await hint(hintIds[3]!)]
  await older()
  await database.db.update(shippedPart).set({ mark: 'of an earlier build' })
  expect(await seed(database.db, production)).toBe(false)
  await expectBrought()
  expect([await rule(third!.id), await hint(hintIds[3]!)], 'was the same before').toEqual(equal)
})

test('so it does where no account was kept of what was given, and finds such hints by words as well', async () => {
  await older()
  await database.db.delete(shippedPart)
  await database.db.delete(searchIndex)
  await database.db.delete(hintDocument)
  await seed(database.db, production)
  await expectBrought()
  expect(await database.db.$count(searchIndex)).toBe(1)
  expect(await database.db.$count(hintDocument)).toBe(hintIds.length - 1)
})

test('a start with the same rows writes nothing', async () => {
  const before = await database.db.select().from(shippedPart)
  await database.db.update(dictionaryItem).set({ label: '未动' }).where(eq(dictionaryItem.code, '2'))
  await seed(database.db, production)
  expect(await database.db.select().from(shippedPart)).toEqual(before)
  expect((await item('2'))!.label).toBe('未动')
})

test('a row that a later build adds comes once: taken away, it stays away, whatever is shipped after it', async () => {
  const { db } = database
  const added = { id: 'added', infno: null, pattern: '新的报错', tips: '新', guide: '请重试', sort: 99 }
  const own = (tips: string): Shipped => {
    const rows = [{ ...added, tips }]
    const write: Shipped['write'] = async (to, former) => {
      await bringRows(to, hintMessage, rows, { former })
    }
    return { name: 'hints', rows: () => rows, write }
  }
  await bring(db, own('第一版'))
  expect((await hint('added'))!.tips).toBe('第一版')
  await bring(db, own('第二版'))
  expect((await hint('added'))!.tips).toBe('第二版')
  await db.delete(hintMessage).where(eq(hintMessage.id, 'added'))
  await bring(db, own('第三版'))
  expect(await hint('added')).toBeUndefined()
  await seed(db, production)
  expect(await hint(hintIds[2]!), 'as is what was taken away before').toBeUndefined()
})
