import { audit } from '@yibao/shared/calls/audit.ts'
import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { importing } from '@yibao/shared/calls/transfer.ts'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { tryImport } from '../../test/try-import.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { type Cell, xlsxBytes } from '../../xlsx/write.ts'

// Who works in 苏州 and looks at 南京's rules and codes changes 南京's; 苏州's stay as they are.

const server = opened(() => startTestServer({ clock: testClock() }))
const there = { medicalAreaCode: '320100' }

const both = async () => {
  const here = await server.as('area', { areaCode: '320500' })
  const other = await server.as('area', { areaCode: '320100' })
  return { here, other }
}
const sheetOf = (head: string[], ...rows: Cell[][]) =>
  xlsxBytes([{ name: '表', columns: head.map((title) => ({ title, width: 10 })), rows: [rows] }])

test('a rule of everywhere is stopped, changed and enabled in the area that is shown', async () => {
  const { here, other } = await both()
  const rules = async (client: typeof here, keyword: string, more = {}) =>
    (await client.ok(audit.rulePaged, { keyword, pageSize: 100, ...more })).items
  const [platform] = await rules(here, 'TY03')
  const stopped = await here.ok(audit.ruleStop, { id: platform!.id, ...there })
  expect(stopped).toMatchObject({ enabled: false, place: 'area', areaName: '南京市' })
  expect((await rules(here, 'TY03')).map(({ enabled, place }) => ({ enabled, place }))).toEqual([
    { enabled: true, place: 'platform' },
  ])
  // What 南京 works by, in 南京's own list and in 苏州's window narrowed to it.
  for (const seen of [await rules(other, 'TY03'), await rules(here, 'TY03', there)])
    expect(seen.find(({ place }) => place === 'area')).toMatchObject({ enabled: false })
  expect(await here.ok(audit.ruleEnable, { id: stopped.id, ...there })).toMatchObject({ enabled: true, place: 'area' })

  const form = {
    name: '南京试规则䶮',
    kind: 'repeat',
    level: 'remind',
    message: '可能被扣款',
    advice: '请确认',
    days: 3,
  } as const
  const added = await here.ok(audit.ruleAdd, { ...form, ...there, code: 'NJ𠮷1', place: 'area' })
  expect(added).toMatchObject({ areaName: '南京市' })
  expect(await rules(here, 'NJ𠮷1')).toEqual([])
  expect(await rules(other, 'NJ𠮷1')).toHaveLength(1)

  const partial = await server.as('area1', { areaCode: '320500' })
  for (const refused of [
    await partial.send(audit.ruleStop, { id: platform!.id, ...there }),
    await partial.send(audit.ruleAdd, { ...form, ...there, code: 'NJ2', place: 'area' }),
  ])
    expect(refused.error?.message).toBe('没有这个区划的数据权限')
})

test('codes, own lists and sheets go into the area that is shown', async () => {
  const { here, other } = await both()
  const codes = async (client: typeof here, codeType: string) =>
    (await client.ok(dictionary.paged, { codeType, pageSize: 100 })).items.map(({ code }) => code)
  await here.ok(dictionary.addItem, { codeType: 'nj_note', code: '01', name: '南京䶮', ...there })
  const sheet = await sheetOf(['字典类型', '编码', '名称'], ['nj_note', '02', '南京𠮷'])
  const { result } = await tryImport(server, here, { importType: 'dictionaryItem', ...there }, sheet)
  const { progressId } = await here.ok(importing.run, { importId: result!.importId })
  await untilEnded(here, progressId)
  const list = { name: 'nj_list', title: '南京列表', items: [{ value: '1', name: '一', stopped: false }] }
  await here.ok(dictionary.submitDynamicDropdowns, { ...list, ...there })

  expect(await codes(other, 'nj_note')).toEqual(['01', '02'])
  expect(await codes(here, 'nj_note')).toEqual([])
  const types = async (input: object) =>
    (await here.ok(dictionary.codeTypes, { keyword: 'nj_note', ...input })).map(({ items }) => items)
  expect(await types(there)).toEqual([2])
  expect(await types({})).toEqual([])
  const lists = async (client: typeof here) =>
    (await client.ok(dictionary.searchDynamicDropdowns, {})).map(({ name }) => name)
  expect(await lists(other)).toContain('nj_list')
  expect(await lists(here)).not.toContain('nj_list')

  const partial = await server.as('area1', { areaCode: '320500' })
  const tried = await tryImport(server, partial, { importType: 'dictionaryItem', ...there }, sheet)
  for (const refused of [
    tried,
    await partial.send(dictionary.addItem, { codeType: 'nj_note', code: '03', name: '三', ...there }),
    await partial.send(dictionary.submitDynamicDropdowns, { ...list, ...there }),
    await partial.send(dictionary.download, there),
    await partial.send(dictionary.codeTypes, there),
  ])
    expect(refused.error?.message).toBe('没有这个区划的数据权限')
})
