import { department } from '@yibao/shared/calls/staff.ts'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { addDepartment, changeDepartment, withdrawDepartment } from '../../centre/operations/department.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { runAsSystem } from '../attendance/ask.ts'
import { openShelf } from '../catalogue/test/shelf.ts'
import { storeOf } from '../organisation/store.ts'
import { askDepartments } from './department-centre.ts'
import { department as departments } from './tables.ts'

// What is made of a department whose message was lost: nothing that the message could meet while it may still arrive, and
// where a repeat is refused the centre's list decides. The centre's book, ours, and what the clerk reads.

const pingjiang = storeIdOf('P32050100002')
const form = {
  ...{ code: 'YD02', name: '中药柜', category: 'A02', head: '李䶮', phone: '0512-55550102', intro: '中药' },
  ...{ establishedOn: '2024-01-01', beginDay: '2024-01-01', pharmacists: 1, doctors: 0, nurses: 0, technicians: 0 },
  ...{ beds: 0, insuredBeds: 0 },
}
const shelf = opened(() => openShelf(50))
// A code of its own for each test: the centre keeps what it was told.
let code = ''
let serial = 0
let id = ''
beforeEach(async () => {
  code = `YD9${++serial}`
  await shelf.server.deps.db.delete(departments)
  id = (await shelf.area.ok(department.add, { storeId: pingjiang, ...form, code })).id
})

const upload = () => shelf.area.send(department.upload, { id })
const ours = async () => (await shelf.area.ok(department.paged, {})).items.find((row) => row.id === id)
/** As a person does who looks at the list now. */
const revoke = async () => shelf.area.send(department.revoke, { id, known: (await ours())!.known })
const edit = (head: string) => {
  const { code: _, ...changes } = form
  return shelf.area.ok(department.update, { id, ...changes, head })
}
const sync = async () => {
  const { progressId } = await shelf.area.ok(department.sync, { storeId: pingjiang })
  return (await shelf.ended(progressId)).text
}
const fault = (name: string, infno: string, more: object = {}) => shelf.centre.fault({ fault: name, infno, ...more })
const landed = () => shelf.server.deps.db.update(departments).set({ sentAt: new Date(0) })
const shop = () => storeOf(shelf.server.deps, pingjiang)
/** Who heads it in the centre's book; undefined where it holds none of this code. */
const theirs = async () => {
  const { deps } = shelf.server
  const rows = await askDepartments({ deps } as never, await shop())
  return rows.find((row) => row.code === code)?.head
}
/** What was lost reaches the centre all the same. */
const arrives = async (name: 'add' | 'change' | 'withdraw') => {
  const [row] = await shelf.server.deps.db.select().from(departments).where(eq(departments.id, id))
  const operation = { add: addDepartment, change: changeDepartment, withdraw: withdrawDepartment }[name]
  const answer = await runAsSystem(
    shelf.server.deps,
    await shop(),
    operation as typeof addDepartment,
    { ...row!, head: form.head, areaCode: '320500' },
    { timeoutMs: 5000 },
  )
  expect(answer).toMatchObject({ kind: 'booked' })
}
const early = (button: string) => ({
  error: '上一次发出的「中药柜」可能还在路上，医保中心还没有结果，没有再发',
  tips: expect.stringMatching(new RegExp(`^1[01] 分钟后再按一次「${button}」：系统先向中心查询`)),
})

test('a new one that was lost is neither repeated nor forgotten while it can arrive; once it has, it is told at once', async () => {
  await fault('dropBeforeBooking', '3401')
  expect((await upload()).statusCode).toBe(504)
  const again = await upload()
  expect([again.statusCode, again.resultNotice]).toMatchObject([409, early('上报')])
  expect((await revoke()).resultNotice, 'removed here, it would be there and nowhere else').toMatchObject(early('撤销'))
  expect(await sync()).toContain('1 个刚发出还没有结果')
  expect([(await ours())?.state, await theirs()]).toEqual(['unknown', undefined])
  await arrives('add')
  await edit('王大夫')
  expect((await upload()).result).toMatchObject({ state: 'uploaded', known: true })
  expect(await theirs()).toBe('王大夫')
})

test('one that arrives between the question and its repeat: told as the change that it is, and not refused for ever', async () => {
  await fault('dropBeforeBooking', '3401')
  await upload()
  await landed()
  await edit('王大夫')
  const ended = await shelf.centre.during({ infno: '5101', when: 'after' }, upload, () => arrives('add'))
  expect(ended.result).toMatchObject({ state: 'uploaded', known: true, message: '' })
  expect(await theirs()).toBe('王大夫')
})

test('while the centre cannot be asked again it stays unknown with what the centre said, and waits for nothing', async () => {
  await fault('dropBeforeBooking', '3401')
  await upload()
  await landed()
  const ended = await shelf.centre.during({ infno: '5101', when: 'after' }, upload, async () => {
    await arrives('add')
    await fault('refuse', '5101', { text: '维护' })
  })
  expect(ended.statusCode).toBe(422)
  expect(await ours()).toMatchObject({ state: 'unknown', message: expect.stringMatching(/./) })
  expect((await upload()).result).toMatchObject({ state: 'uploaded' })
})

test('a change that was lost is not overtaken by the next one', async () => {
  await upload()
  await edit('旧')
  await fault('dropBeforeBooking', '3402')
  await upload()
  await edit('新𠮷')
  expect((await upload()).resultNotice).toMatchObject(early('上报'))
  await landed()
  expect((await upload()).result).toMatchObject({ state: 'uploaded' })
  expect(await theirs()).toBe('新𠮷')
})

test('a withdrawal that was lost: nothing is sent that it would take away, and what is gone is removed', async () => {
  await upload()
  await fault('dropBeforeBooking', '3403')
  expect((await revoke()).statusCode).toBe(504)
  expect((await upload()).resultNotice).toMatchObject(early('上报'))
  expect((await revoke()).resultNotice).toMatchObject(early('撤销'))
  expect(await sync()).toContain('1 个刚发出还没有结果')
  expect((await ours())?.state).toBe('unknown')
  await landed()
  await shelf.centre.during({ infno: '5101', when: 'after' }, revoke, () => arrives('withdraw'))
  expect(await ours()).toMatchObject({ state: 'withdrawn', known: false, message: '' })
  expect(await theirs()).toBeUndefined()
})

test('a withdrawal that is refused the second time leaves it where it is', async () => {
  await upload()
  await fault('dropBeforeBooking', '3403')
  await revoke()
  await landed()
  await fault('refuse', '3403', { text: '科室下有在职人员' })
  expect((await revoke()).statusCode).toBe(422)
  expect(await ours()).toMatchObject({ state: 'changed', known: true, message: '科室下有在职人员' })
})
