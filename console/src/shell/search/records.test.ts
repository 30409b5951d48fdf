import { recordFields, searchedLists } from '@yibao/shared/record-search.ts'
import { beforeEach, expect, test } from 'vitest'
import { fakeHttp, fakeUi, ok } from '../../../test/support/fake-http.ts'
import { setNavigate } from '../../state/go.ts'
import { askedSlice } from '../../state/show-record.ts'
import { useTabs } from '../../state/tab-store.ts'
import { askedFor, askList, isPersonal, listsFor } from './records.ts'

const lists = searchedLists()
const me = (...menus: string[]) => ({ isSuperAdmin: false, isAdminUser: false, menus, buttons: [] })
const nouns = (some: typeof lists) => some.map(({ noun }) => noun)
const of = (noun: string) => lists.find((one) => one.noun === noun)!
const never = new AbortController().signal

beforeEach(() => {
  fakeUi()
})

test('a declaration becomes data: no schema, the words of a choice', () => {
  expect(JSON.parse(JSON.stringify(lists))).toEqual(lists)
  expect(of('订单').about.find(({ field }) => field === 'status')?.choices?.[2]).toBe('已结算')
  expect(Object.keys(recordFields({ _zod: { def: {} } } as never))).toEqual([])
})

test('only lists whose page the person may open are asked', () => {
  // The counter may read orders by its own page; without the list of orders there is no page that shows one.
  expect(nouns(listsFor(me('SwipingCard'), lists))).toEqual([])
  expect(nouns(listsFor(me('OrderManagement', 'Dictionary'), lists)).sort()).toEqual(['字典类型', '字典项', '订单'])
  expect(nouns(listsFor(me('ClientMonitor'), lists))).toEqual([])
  expect(nouns(listsFor({ ...me(), isSuperAdmin: true }, lists))).toContain('客户端')
})

test('half a number is asked of no list that compares it whole, a single character of none', () => {
  expect(nouns(askedFor('张', lists))).toEqual([])
  expect(nouns(askedFor('张三', lists))).not.toContain('订单')
  expect(nouns(askedFor('4321', lists))).toContain('订单')
})

test('a person’s number is asked of nobody', () => {
  for (const number of ['11010519491231002X', '11010519491231002x', 'A00000017', 'a00000017', '13800000000'])
    expect([number, askedFor(number, lists)]).toEqual([number, []])
  // Numbers of orders, settlements and institutions.
  for (const number of ['00001261121K3F9A0007', '320500A0000000012', 'P32050100001', '2026112100012'])
    expect([number, isPersonal(number)]).toEqual([number, false])
})

test('a few hits; choosing one shows it on its page by what it is, not by what was typed', async () => {
  const gone: string[] = []
  setNavigate((to) => gone.push(to))
  const row = {
    id: 'o-1',
    orderNo: '00001261121K3F9A0007',
    storeName: '观前店',
    createdAt: '2026-11-21 10:31:02',
    status: '2',
  }
  const sent = fakeHttp(() => ok({ items: [row, { ...row, id: 'o-2' }, { ...row, id: 'o-3' }, { ...row, id: 'o-4' }] }))
  const hits = await askList('320500A0000000012', of('订单'), never)
  expect(sent[0]).toMatchObject({ params: { keyword: '320500A0000000012', page: 1, pageSize: 3 } })
  expect(hits.map(({ title, kind, more }) => [title, kind, more])).toEqual(
    Array(3).fill(['00001261121K3F9A0007', '订单', '观前店 · 2026-11-21 10:31:02 · 已结算']),
  )
  hits[0]!.run()
  expect(gone).toEqual(['/reconciliation/order-management'])
  const slices = useTabs.getState().slices['/reconciliation/order-management']
  expect(slices).toEqual({
    node: '',
    [askedSlice]: { filters: { keyword: '00001261121K3F9A0007' }, key: 'o-1' },
  })
})

test('a type of codes is its node in the tree, an item both; a view goes along with its filter', async () => {
  const slice = (path: string) => useTabs.getState().slices[path]
  setNavigate(() => undefined)
  fakeHttp(() => ok([{ codeType: 'insutype', name: '险种类型', items: 4 }]))
  ;(await askList('险种', of('字典类型'), never))[0]!.run()
  expect(slice('/menu-manager/dictionary')).toEqual({ node: 'insutype', asked: { filters: {}, key: undefined } })
  fakeHttp(() => ok({ items: [{ codeType: 'insutype', code: '310', name: '职工基本医疗保险' }] }))
  ;(await askList('职工', of('字典项'), never))[0]!.run()
  expect(slice('/menu-manager/dictionary')).toMatchObject({ node: 'insutype', asked: { filters: { keyword: '310' } } })
  const sent = fakeHttp(() => ok({ items: [{ id: 'm-1', title: '停机通知', publishedAt: '' }] }))
  ;(await askList('停机', of('消息'), never))[0]!.run()
  expect(sent[0]).toMatchObject({ params: { tab: 'unread', keyword: '停机' } })
  const asked = { filters: { tab: 'unread', keyword: '停机通知' }, key: 'm-1' }
  expect(slice('/system-manager/msg-center')).toMatchObject({ asked })
})

test('of a tree only the stores are hits, each with its whole place', async () => {
  const store = { storeId: 's-1', companyId: 'c-1', areaCode: '320500', name: '观前店', children: [] }
  const area = { companyId: 'c-1', areaCode: '320500', name: '苏州市', children: [store] }
  const sent = fakeHttp(() => ok({ nodes: [{ companyId: 'c-1', name: '示例', children: [area] }] }))
  const tree = of('门店的用户')
  const hits = await askList('观前', tree, never)
  expect(sent[0]).toMatchObject({ method: 'post', data: { keyword: '观前' } })
  expect(hits.map(({ title, more }) => [title, more])).toEqual([['观前店', '320500']])
  hits[0]!.run()
  expect(useTabs.getState().slices['/permission/user-management']).toMatchObject({ node: 'c-1|320500|s-1' })
})

test('a refusal or a cancelled question is the asker’s to tell, never a toast', async () => {
  const shown = fakeUi()
  fakeHttp(() => ({ failure: { message: 'Network Error' } }))
  await expect(askList('观前', of('门店'), never)).rejects.toThrow()
  expect(shown).toEqual([])
})
