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
const named = async (code?: string) => {
  const found = await pharmacistOf(server.deps, storeId, code)
  return 'lacks' in found ? found.lacks : found.name
}

test('whoever answered for a sale is told, though he was stopped before it was told', async () => {
  await add('1', '顾𠮷', { stopped: 'person' })
  await add('2', '李䶮', { isDefault: true })
  expect(await named('Y1')).toBe('顾𠮷')
  expect(await pharmacistOf(server.deps, storeId, 'Y1')).toEqual({ name: '顾𠮷', certificateNo: 'ZG1' })
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
  // Without a number there is nothing to tell of him.
  await add('5', '陈药师', { certificateNo: '' })
  expect(await named('Y5')).toBe('王药师')
})
