import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { user } from '../domains/auth/tables.ts'
import { startTestServer } from '../test/kit.ts'
import { faultText, faultWords } from './fault.ts'

const server = opened(startTestServer)

const secrets = ['䶮三𠮷', '110101199003074477', '13800138000', '$argon2id$v=19$secret']
const written = (fault: unknown) => JSON.stringify(faultWords(fault))

test('a statement that was refused is written down without its values', async () => {
  const [row] = await server.deps.db.select().from(user).limit(1)
  const [name, , phone, password] = secrets
  const twice = { ...row!, name: name!, mobilePhone: phone!, passwordHash: password! }
  const fault = await server.deps.db
    .insert(user)
    .values(twice)
    .catch((error: unknown) => error)
  const words = faultWords(fault)
  expect(words.cause?.code).toBe('23505')
  expect(words.cause?.constraint).toMatch(/user/)
  expect(words.statement).toMatch(/^insert into "user_account"/)
  expect(words.stack).toMatch(/^ {4}at /)
  for (const secret of [...secrets, row!.id]) expect(written(fault)).not.toContain(secret)
})

test('nor is what a parser or a cast was given, nor a long number', async () => {
  const parsed = () => JSON.parse(`${secrets[0]}`)
  expect(parsed).toThrow()
  const cast = await server.deps.db.execute(sql`select ${secrets[1]}::int`).catch((error: unknown) => error)
  const faults = [cast, new Error(`没有找到 ${secrets[1]}，电话 ${secrets[2]}`)]
  try {
    parsed()
  } catch (fault) {
    faults.push(fault as Error)
  }
  for (const fault of faults) for (const secret of secrets) expect(written(fault)).not.toContain(secret)
  expect(faultWords(new Error('the order has no lines')).message).toBe('the order has no lines')
})

test('a person reads no statement', async () => {
  const fault = await server.deps.db.execute(sql`select ${secrets[1]}::int`).catch((error: unknown) => error)
  expect(faultText(fault)).toBe('系统内部错误（Error）')
  const gone = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(faultText(new Error('Failed query', { cause: gone }))).toBe('数据库暂时连不上')
})
