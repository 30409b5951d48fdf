import { id, list, text } from '@yibao/shared/field.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../api/error.ts'
import { mergedEdit } from './merge.ts'

// Two people edit one record: neither takes back unasked what the other has made of it.

const said = vi.hoisted(() => [] as string[])
vi.mock('../../api/ui.ts', () => ({ ui: () => ({ error: (words: string) => said.push(words) }) }))
beforeEach(() => {
  said.length = 0
})

const shape = { name: text('姓名'), phone: text('电话'), areas: list(id('区划'), '区划') }
const opened = { name: '李䶮', phone: '1', areas: ['320500'] }
/** An edit of a record that is stored so at each press; null: it is gone; undefined: it is none. */
const edit = (...stored: (typeof opened | null | undefined)[]) =>
  mergedEdit({ shape, opened, read: async () => stored.shift(), okText: '保存' })

test('what somebody else changed meanwhile is sent as it is now, what was changed here as it is here', async () => {
  expect(await edit({ ...opened, phone: '2' })({ ...opened, name: '李𠮷' })).toEqual({
    ...{ name: '李𠮷', phone: '2', areas: ['320500'] },
  })
  expect(said).toEqual([])
})

test('what is no record of a list is sent as it was filled in', async () => {
  expect(await edit(undefined)({ ...opened, name: '李𠮷' })).toEqual({ ...opened, name: '李𠮷' })
})

test('a field that both changed is refused with what it holds now, and nothing is sent; pressed again, it counts', async () => {
  const theirs = { ...opened, phone: '2', areas: ['430100'] }
  const send = edit(theirs, theirs)
  const mine = { ...opened, phone: '3', areas: ['320100'] }
  const refused = await send(mine).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(CallError)
  expect((refused as CallError).fields).toEqual({
    phone: '刚被别人改为「2」。以这里的为准请再按「保存」',
    areas: '刚被别人改过。以这里的为准请再按「保存」',
  })
  expect(said).toEqual(['这条记录刚被别人修改，还没有保存。请核对标出的内容'])
  expect(await send(mine)).toEqual(mine)
  expect(said).toHaveLength(1)
})

test('changed once more between the two presses, it is refused once more', async () => {
  const send = edit({ ...opened, phone: '2' }, { ...opened, phone: '4' })
  const mine = { ...opened, phone: '3' }
  for (const now of ['2', '4'])
    expect(await send(mine).catch(({ fields }: CallError) => fields)).toEqual({
      phone: `刚被别人改为「${now}」。以这里的为准请再按「保存」`,
    })
})

test('a record that is not where it was is refused once, for a change may have led it elsewhere; pressed again, it is sent', async () => {
  const mine = { ...opened, name: '李𠮷' }
  const send = edit(null, null)
  expect(await send(mine).catch((error: unknown) => error)).toBeInstanceOf(CallError)
  expect(said).toEqual([
    '这条记录已不在本页，可能移到了别的页，或刚被别人修改、删除，还没有保存。仍要保存请再按「保存」',
  ])
  expect(await send(mine)).toEqual(mine)
  expect(said).toHaveLength(1)
})

test('a record that cannot be read is not sent, however often, until it can', async () => {
  const read = vi.fn(async (): Promise<typeof opened> => Promise.reject(new CallError('云服务断开', { cut: true })))
  const send = mergedEdit({ shape, opened, read, okText: '保存' })
  const mine = { ...opened, name: '李𠮷' }
  for (const press of [1, 2]) {
    expect(await send(mine).catch((error: unknown) => error)).toBeInstanceOf(CallError)
    expect(said).toHaveLength(press)
  }
  expect(said[0]).toBe('没有读到这条记录现在的内容，还没有保存：云服务断开。请稍后再按「保存」')
  read.mockResolvedValue({ ...opened, phone: '2' })
  expect(await send(mine)).toEqual({ ...mine, phone: '2' })
})
