import { auth } from '@yibao/shared/calls/auth.ts'
import { rx } from '@yibao/shared/calls/prescription.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import { demoPassword, people } from '../../../seed/people.ts'
import { pharmacistRole } from '../../../seed/roles.ts'
import { encode } from '../../../test/encode.ts'
import type { Client, TestServer } from '../../../test/kit.ts'
import { user, userMenuRole } from '../../auth/tables.ts'
import { doctor } from '../../staff/tables.ts'

/** Persons of the simulator. */
export const zhangSan = '32050000000000000001'
export const liXiaolan = '32050000000000000002'

const userId = (name: string) => people.find(({ userName }) => userName === name)!.id

/** Another account of the same store, with a pharmacist's rights. */
const second = async ({ deps }: TestServer): Promise<void> => {
  const [like] = await deps.db.select().from(user).where(eq(user.userName, 'pharmacist'))
  const id = newId(deps.clock())
  await deps.db.insert(user).values({ ...like!, id, userName: 'pharmacist2', name: '赵𠮷' })
  await deps.db.insert(userMenuRole).values({ userId: id, roleId: pharmacistRole.id })
}

/** The register of the clerk's store: two pharmacists with accounts, and one whose papers are over. */
export const register = async (server: TestServer): Promise<void> => {
  await second(server)
  const { db, clock } = server.deps
  const [other] = await db.select().from(user).where(eq(user.userName, 'pharmacist2'))
  const { storeId } = people.find(({ userName }) => userName === 'clerk') as { storeId: string }
  const one = { storeId, category: '3', changedAt: clock() }
  await db.delete(doctor).where(eq(doctor.storeId, one.storeId))
  await db.insert(doctor).values([
    { ...one, id: 'ph-1', name: '王药师', code: 'Y320500000001', userId: userId('pharmacist'), account: 'pharmacist' },
    { ...one, id: 'ph-2', name: '赵𠮷', code: 'Y320500000002', userId: other!.id, account: 'pharmacist2' },
    { ...one, id: 'ph-3', name: '过期䶮', code: 'Y320500000003', validTo: '2020-01-01' },
  ])
}

let serial = 0

/** A paper of today for the first three goods of the demo shop. */
export const paper = (more: object = {}) => ({
  number: `CF${Date.now() % 100_000}${++serial}`,
  hospital: '示例市第一人民医院',
  department: '内科',
  doctor: '陈䶮𠮷',
  prescribedOn: formatDay(new Date()),
  validUntil: addDays(formatDay(new Date()), 2),
  rxType: '1' as const,
  attribute: '02' as const,
  diagnosis: '上呼吸道感染',
  lines: [{ name: '阿莫西林胶囊', quantity: '2', unit: '盒', usage: '口服 一日三次', ownCode: '100001' }],
  ...more,
})

export const enter = (client: Client, input: object) => client.ok(rx.counterSave, { ...paper(), ...input } as never)

export const pass = (client: Client, { id, revision }: { id: string; revision: number }, more: object = {}) =>
  client.send(rx.review, { id, revision, passed: true, opinion: '处方合格，同意调配', ...more })

/** A pharmacist's password typed at the clerk's PC for one verdict. */
export const approval = async (client: Client, target: string, userName = 'pharmacist') =>
  (
    await client.ok(auth.authorize, {
      ...{ userName, passWord: encode(demoPassword, new Date()) },
      ...{ action: 'prescription', target },
    })
  ).authorizationId
