import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { otherPay } from '@yibao/shared/calls/other-pay.ts'
import { stock } from '@yibao/shared/calls/stock.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ConfirmOptions, Dialogs } from '../dialog-kinds.ts'
import type { FormDialogProps } from '../form/form-dialog.tsx'
import { act, leadsNowhere, needOf } from './act.ts'
import { importRows } from './import-rows.ts'
import type { Tools } from './types.ts'

// What an action of a list sends, of which row, and when it sends nothing.

const server = vi.hoisted(() => ({
  sent: [] as { path: string; input: unknown; key?: string | undefined }[],
  answer: (): unknown => ({}),
  viewing: false,
  said: [] as string[],
}))
vi.mock('../../api/index.ts', async (original) => ({
  ...(await original<object>()),
  refusedInView: () => server.viewing,
  callServer: async ({ path }: { path: string }, input: unknown, options: { idempotencyKey?: string }) => {
    server.sent.push({ path, input, key: options.idempotencyKey })
    return server.answer()
  },
}))
vi.mock('../../api/ui.ts', () => ({ ui: () => ({ success: (text: string) => server.said.push(text) }) }))
beforeEach(() => {
  Object.assign(server, { sent: [], answer: () => ({}), viewing: false, said: [] })
})

interface Row {
  id: string
  docNo: string
}
const row: Row = { id: 'r1', docNo: 'CG𠮷1' }

type Person = { confirms?: boolean; fills?: Record<string, unknown>[]; sends?: boolean }
/** Tools of a person who answers in this way; what was shown to him. */
const person = ({ confirms = true, fills = [], sends = true }: Person = {}) => {
  const shown = {
    asked: [] as ConfirmOptions[],
    forms: [] as Omit<FormDialogProps, 'onClose'>[],
    followed: [] as { title: string; progressId: string; stop?: () => Promise<unknown> }[],
  }
  const dialogs = {
    confirm: async (options: ConfirmOptions) => {
      shown.asked.push(options)
      return confirms
    },
    form: async (options: Omit<FormDialogProps, 'onClose'>) => {
      shown.forms.push(options)
      // A refused call leaves the form open; the person presses again, or leaves it.
      for (const values of fills) if ((await options.submit(values).catch(() => false)) !== false && sends) return true
      return false
    },
    progress: async (options: { title: string; progressId: string }) => void shown.followed.push(options),
  } as unknown as Dialogs
  const tools: Tools = { dialogs, refetch: () => undefined }
  return { tools, shown }
}

const remove = (more: object = {}) =>
  act({ key: 'delete', text: '删除', call: stock.delete, input: ({ id }: Row) => ({ id }), ...more })
const bodies = () => server.sent.map(({ input }) => input)

test('is of the row it was pressed at, and sent at once where nothing is asked', async () => {
  const { tools, shown } = person()
  await remove({ done: '已删除' }).run(row, tools)
  expect(server.sent).toEqual([{ path: stock.delete.path, input: { id: 'r1' }, key: undefined }])
  expect([shown.asked, shown.forms, shown.followed, server.said]).toEqual([[], [], [], ['已删除']])
})

test('who answers a question by no sends nothing, and is told nothing', async () => {
  const after = vi.fn()
  const { tools, shown } = person({ confirms: false })
  const confirm = ({ docNo }: Row) => ({ title: `删除 ${docNo}` })
  await remove({ confirm, danger: true, done: '已删除', after }).run(row, tools)
  expect(shown.asked).toEqual([{ title: '删除 CG𠮷1', okText: '删除', cancelText: '不删除', danger: true }])
  expect([server.sent, server.said, after.mock.calls]).toEqual([[], [], []])
  await remove({ confirm }).run(row, person().tools)
  expect(bodies()).toEqual([{ id: 'r1' }])
})

test('beside 开始同步 stands 不同步; what an action says itself stands', async () => {
  const { tools, shown } = person()
  await remove({ confirm: () => ({ title: '同步', okText: '开始同步' }) }).run(row, tools)
  await remove({ confirm: () => ({ title: '同步', okText: '现在同步', cancelText: '以后再说' }) }).run(row, tools)
  expect(shown.asked.map(({ okText, cancelText }) => [okText, cancelText])).toEqual([
    ['开始同步', '不同步'],
    ['现在同步', '以后再说'],
  ])
})

test('what is filled in goes with the row, over what is always sent; a form that is left sends and says nothing', async () => {
  const after = vi.fn()
  const form = { fields: ['reason'] as const, title: ({ docNo }: Row) => `删除 ${docNo}` }
  const both = ({ id }: Row) => ({ id, reason: '没有填写' })
  const filled = person({ fills: [{ reason: '录错䶮' }] })
  await remove({ form, input: both, done: '已删除', after }).run(row, filled.tools)
  expect(bodies()).toEqual([{ id: 'r1', reason: '录错䶮' }])
  expect([server.said, after.mock.calls]).toEqual([['已删除'], [[{}, row, filled.tools]]])
  const [shown] = filled.shown.forms
  expect([shown!.title, Object.keys(shown!.shape), shown!.okText, shown!.cancelText]).toEqual([
    ...['删除 CG𠮷1', ['reason'], '保存', '不保存'],
  ])
  Object.assign(server, { sent: [], said: [] })
  await remove({ form, done: '已删除', after }).run(row, person().tools)
  expect([server.sent, server.said, after.mock.calls.length]).toEqual([[], [], 1])
})

test('a form begins with what the row holds, and is told what it holds now: of that row, not of one that is gone', async () => {
  const form = { fields: ['reason'] as const, intro: ({ docNo }: Row) => docNo }
  const initial = ({ docNo }: Row) => ({ reason: docNo })
  const { tools, shown } = person()
  const again = vi.fn(async (): Promise<Row | null | undefined> => ({ ...row, docNo: '改过' }))
  await remove({ form: { ...form, initial } }).run(row, { ...tools, again })
  const [opened] = shown.forms
  expect([opened!.title, opened!.initial, opened!.intro]).toEqual(['删除', { reason: 'CG𠮷1' }, 'CG𠮷1'])
  expect(await opened!.stored!()).toEqual({ reason: '改过' })
  expect(again).toHaveBeenCalledWith(row)
  for (const none of [null, undefined]) {
    again.mockResolvedValue(none)
    expect(await opened!.stored!()).toBe(none)
  }
})

test('the same values again, after an answer that was lost, are one request; other values, or another dialog, another', async () => {
  const pay = () => act({ key: 'refund', text: '退款', call: otherPay.refund, form: { fields: ['reason' as never] } })
  server.answer = () => {
    throw new Error('lost')
  }
  const again = person({ fills: [{ reason: '甲' }, { reason: '甲' }, { reason: '乙' }] })
  await pay().run(row, again.tools)
  await pay().run(row, person({ fills: [{ reason: '甲' }] }).tools)
  const keys = server.sent.map(({ key }) => key!)
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true)
  expect(keys[0]).toBe(keys[1])
  expect(new Set(keys).size).toBe(3)
})

test.each([
  ['sent at once', {}],
  ['filled in', { form: { fields: ['reason'] } }],
])(
  'what takes long, %s, is followed to its end before its word is said; it can be stopped where it may',
  async (_, more) => {
    server.answer = () => ({ progressId: 'p1' })
    const stop = vi.fn(async () => undefined)
    const { tools, shown } = person({ fills: [{ reason: '录错' }] })
    let end = () => {}
    const over = new Promise<void>((resolve) => {
      end = resolve
    })
    const { progress } = tools.dialogs
    const waiting = { ...tools.dialogs, progress: (options: never) => progress(options).then(() => over) }
    let ended = false
    const after = vi.fn(async () => {
      await over
      ended = true
    })
    const running = remove({ ...more, progress: '上传进销存', done: '已上传', after }).run(row, {
      ...tools,
      dialogs: waiting as unknown as Dialogs,
    })
    await vi.waitFor(() => expect(shown.followed).toHaveLength(1))
    expect([server.said, after.mock.calls]).toEqual([[], []])
    end()
    await running
    expect([server.said, ended]).toEqual([['已上传'], true])
    await remove({ ...more, progress: '上传进销存', stop }).run(row, tools)
    expect(shown.followed[0]).toEqual({ title: '上传进销存', progressId: 'p1' })
    await shown.followed[1]!.stop!()
    expect(stop).toHaveBeenCalledWith({ progressId: 'p1' })
  },
)

test('a refused call says no word of success and does nothing after it', async () => {
  const after = vi.fn()
  server.answer = () => {
    throw new Error('refused')
  }
  await expect(remove({ done: '已删除', after }).run(row, person().tools)).rejects.toThrow('refused')
  expect([server.said, after.mock.calls]).toEqual([[], []])
})

test('in a view nothing is asked, filled in or sent', async () => {
  server.viewing = true
  const { tools, shown } = person({ fills: [{ reason: '甲' }] })
  const initial = vi.fn(() => ({}))
  await remove({ confirm: () => ({ title: '删除' }) }).run(row, tools)
  await remove({ form: { fields: ['reason'], initial } }).run(row, tools)
  expect([server.sent, shown.asked, shown.forms, initial.mock.calls]).toEqual([[], [], [], []])
  expect(leadsNowhere({ need: needOf(stock.delete) })).toBe(true)
  expect(leadsNowhere({ need: { menuCode: 'MenuDiff' } }), 'that leads to no call').toBe(false)
  expect(leadsNowhere({})).toBe(false)
})

test('its right is its call’s, unless it says another', () => {
  expect(remove().need).toEqual([{ menuCode: 'MenuDiff', buttonCode: 'handle', of: stock.delete }])
  const need = { menuCode: 'OrderManagement' } as const
  expect(remove({ need }).need).toBe(need)
  expect(needOf({ ...stock.delete, menu: undefined } as never)).toBeUndefined()
})

test('a form above a list begins with the store and the month that the list is narrowed to, as far as it asks for them', async () => {
  const { tools, shown } = person()
  const asked = { storeId: 's-2', from: '2026-08', to: '2026-08', state: '3' }
  const opened = async (fields: ('month' | 'storeId' | 'force')[], target: unknown, tools: Tools) => {
    const form = { fields, initial: () => ({ month: '2026-10' }) }
    await act<unknown, typeof monthBooks.monthTotal>({
      ...{ key: 'total', text: '月对总账', call: monthBooks.monthTotal },
      form: form as never,
    }).run(target, tools)
    return shown.forms.at(-1)!.initial
  }
  expect(await opened(['month', 'storeId'], [], { ...tools, asked })).toEqual({ month: '2026-08', storeId: 's-2' })
  expect(await opened(['month'], [row], { ...tools, asked })).toEqual({ month: '2026-08' })
  expect(await opened(['month', 'storeId'], [], tools), 'it is narrowed to nothing').toEqual({ month: '2026-10' })
  expect(await opened(['month', 'storeId'], row, { ...tools, asked }), 'a row speaks for itself').toEqual({
    month: '2026-10',
  })
})

test('what takes an area is done in the one that the list shows; a row that names its own keeps it', async () => {
  const { tools, shown } = person()
  tools.asked = { medicalAreaCode: '320100', keyword: '䶮' }
  const add = act<readonly Row[], typeof dictionary.download>({
    ...{ key: 'download', text: '从中心下载', call: dictionary.download },
    confirm: (_, { asked }) => ({ title: `从 ${asked?.medicalAreaCode} 下载`, tips: '' }),
  })
  await add.run([], tools)
  expect(shown.asked[0]?.title).toBe('从 320100 下载')
  const input = ({ id }: Row) => ({ id, medicalAreaCode: '320500' })
  await act({ key: 'own', text: '启用', call: dictionary.enableItem, input }).run(row, tools)
  await act({ key: 'other', text: '上报', call: stock.notHeld, input: ({ id }: Row) => ({ id }) }).run(row, tools)
  await act({ key: 'here', text: '启用', call: dictionary.enableItem, input: ({ id }: Row) => ({ id }) }).run(
    row,
    person().tools,
  )
  expect(server.sent.map(({ input }) => input)).toEqual([
    { medicalAreaCode: '320100' },
    { id: 'r1', medicalAreaCode: '320500' },
    { id: 'r1' },
    { id: 'r1' },
  ])
})

test('a sheet is brought into the area that the list shows, which its dialog names', async () => {
  const uploads: object[] = []
  const dialogs = { upload: async (options: object) => void uploads.push(options) } as unknown as Dialogs
  const tools: Tools = { dialogs, refetch: () => undefined, asked: { medicalAreaCode: '320100' } }
  const where = async ({ asked }: Tools) => `南京市 ${asked?.medicalAreaCode}`
  await importRows('Dictionary', 'dictionaryItem', '导入字典项', { where }).run([], tools)
  await importRows('StoreData', 'store', '导入门店').run([], { dialogs, refetch: () => undefined })
  expect(uploads).toEqual([
    { importType: 'dictionaryItem', title: '导入字典项（南京市 320100）', medicalAreaCode: '320100' },
    { importType: 'store', title: '导入门店' },
  ])
})
