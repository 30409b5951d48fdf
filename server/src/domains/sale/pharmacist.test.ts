import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { doctor } from '../staff/tables.ts'
import { pharmacistOf } from './pharmacist.ts'

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
const storeId = storeIdOf('P32050100002')
beforeEach(() => server.deps.db.delete(doctor).where(eq(doctor.storeId, storeId)))

const add = (id: string, name: string, more: object = {}) =>
  server.deps.db.insert(doctor).values({
    ...{ id, storeId, name, category: '3', code: `Y${id}`, certificateNo: `ZG${id}`, changedAt: clock() },
    ...more,
  })
const day = '2026-11-20'
const asked = (of: object = {}) => pharmacistOf(server.deps, { storeId, day, ...of })
const named = async (pharmacistCode?: string, more: object = {}) => {
  const found = await asked({ pharmacistCode, ...more })
  return 'lacks' in found ? found.lacks : found.name
}

test('whoever answered for a sale is told, though he was stopped before it was told', async () => {
  await add('1', '顾𠮷', { stopped: 'person' })
  await add('2', '李䶮', { isDefault: true })
  expect(await named('Y1')).toBe('顾𠮷')
  expect(await asked({ pharmacistCode: 'Y1' })).toEqual({ name: '顾𠮷', certificateNo: 'ZG1' })
})

test('where nobody was named it is the default one, or the only one, of those who are not stopped', async () => {
  expect(await named(), 'nobody').toBe('药师：请在「医保医师药师」登记姓名和资格证号')
  await add('1', '顾𠮷', { stopped: 'centre', isDefault: true })
  await add('2', '李䶮')
  expect([await named(), await named('Y9')]).toEqual(['李䶮', '李䶮'])
  await add('3', '𠮷䶮')
  expect(await named(), 'one of two, and nobody says which').toBe('药师：本店有 2 位，请在「医保医师药师」设一位为默认')
  await add('4', '王药师', { isDefault: true })
  expect(await named()).toBe('王药师')
})

// It was the default one who was told in his place: the centre then reads that somebody reviewed who did not.
test('who was named and has no number is told as what is missing, and nobody stands in for him', async () => {
  await add('4', '王药师', { isDefault: true })
  await add('5', '陈药师', { certificateNo: '' })
  const lacks = '药师 陈药师 的资格证号，请在「医保医师药师」补录'
  expect(await named('Y5')).toBe(lacks)
  // The reviewer of a paper needs no national code; orders of before have no more of him than his name.
  await add('6', '孙䶮', { certificateNo: '', code: '' })
  expect(await named(undefined, { pharmacistId: '6' })).toContain('药师 孙䶮 的资格证号')
  expect(await named(undefined, { pharmacistName: '孙䶮' })).toContain('药师 孙䶮 的资格证号')
  await server.deps.db.update(doctor).set({ practiceNo: 'ZY6' }).where(eq(doctor.id, '6'))
  expect(await asked({ pharmacistId: '6', pharmacistName: '孙䶮' })).toEqual({ name: '孙䶮', certificateNo: 'ZY6' })
  await server.deps.db.delete(doctor).where(eq(doctor.id, '6'))
  const gone = { pharmacistId: '6', pharmacistName: '孙䶮' }
  expect(await named(undefined, gone)).toBe('药师 孙䶮 的资格证号，请在「医保医师药师」重新登记')
  await add('7', '孙䶮', { code: '' })
  expect(await named(undefined, gone), 'entered anew').toBe('孙䶮')
})

test('nobody answers for the sales of a day on which his licence was over, or had not begun', async () => {
  await add('1', '顾𠮷', { isDefault: true, validTo: '2026-11-19' })
  await add('2', '李䶮', { validFrom: '2026-11-21' })
  expect(await named()).toBe('药师：售药当天 2026-11-20 没有在岗的药师，请在「医保医师药师」核对有效期')
  await add('3', '𠮷䶮', { validFrom: '2026-11-20', validTo: '2026-11-20' })
  expect(await named()).toBe('𠮷䶮')
  expect(await named(undefined, { day: '2026-11-19' })).toBe('顾𠮷')
})
