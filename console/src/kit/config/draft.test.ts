import { areaOptions, fileOptions } from '@yibao/shared/entities/config.ts'
import { describe, expect, test } from 'vitest'
import {
  changesOf,
  contested,
  found,
  isOwn,
  type Option,
  problemsOf,
  shownValue,
  takenOver,
  withoutEdit,
  withReset,
  withTaken,
  withValue,
} from './draft.ts'

const inherited: Option = {
  key: 'slipLayout',
  value: '80',
  source: 'default',
  inherited: '80',
  inheritedFrom: 'default',
}
const own: Option = { key: 'slipNote', value: '本店', source: 'store', inherited: '区划', inheritedFrom: 'area' }
const secret: Option = { key: 'gatewaySecret', source: 'area', inheritedFrom: 'default', filled: true }

test('an option is the place’s own when its value comes from nobody above', () => {
  expect([inherited, own, secret].map(isOwn)).toEqual([false, true, true])
})

test('setting what is stored is no change; a reset shows what is inherited', () => {
  const changed = withValue({}, inherited, 'A5')
  expect(changed).toEqual({ slipLayout: { set: 'A5' } })
  expect(withValue(changed, inherited, '80')).toEqual({})
  expect(shownValue(inherited, changed.slipLayout)).toBe('A5')
  const reset = withReset(changed, own)
  expect(shownValue(own, reset.slipNote)).toBe('区划')
  expect(changesOf(reset)).toEqual({ values: { slipLayout: 'A5' }, reset: ['slipNote'] })
  expect(withoutEdit(reset, 'slipNote')).toEqual(changed)
})

test('lists are compared by what is in them, and a secret is changed by any text', () => {
  const list: Option = { ...inherited, key: 'hiddenFunds', value: ['account'] }
  expect(withValue({}, list, ['account'])).toEqual({})
  expect(withValue({}, list, [])).toEqual({ hiddenFunds: { set: [] } })
  expect(withValue({ gatewaySecret: { set: 'x' } }, secret, undefined)).toEqual({})
  expect(shownValue(secret, undefined)).toBeUndefined()
})

test('problems are the fields’ own texts, of what was edited alone', () => {
  expect(problemsOf(areaOptions, { centreUrl: { set: 'ftp://x' }, slipNote: 'reset' })).toEqual({
    centreUrl: '医保中心地址应以 http:// 或 https:// 开头，不带账号和参数',
  })
  expect(problemsOf(areaOptions, { slipNote: { set: '' }, inFlightMax: { set: 0 } })).toEqual({
    inFlightMax: '报文在途上限（分钟）不能小于 1',
  })
})

test('contested is what somebody else saved of one’s own edits', () => {
  const now = [{ ...own, value: '别人' }, inherited]
  expect([...contested([own, inherited], now, { slipNote: { set: '我' }, slipLayout: { set: '58' } })]).toEqual([
    'slipNote',
  ])
  expect([...contested([own], now, {})]).toEqual([])
})

describe('what is taken over from another place', () => {
  const fields = { ...areaOptions, ...fileOptions }
  const of = (key: string, value: unknown, source = 'store'): Option => ({
    ...{ key, value, source, inherited: '80', inheritedFrom: 'area' },
  })
  const to = [own, inherited, of('lockMinutes', 0, 'area'), { ...secret, source: 'store' }, of('centreCa', undefined)]
  const keysOf = (from: Option[], draft = {}) => takenOver(fields, from, to, draft).map(({ option }) => option.key)

  test('its own values, where they are others than what the page shows now', () => {
    const from = [of('slipNote', '那家店'), of('slipLayout', '80'), of('lockMinutes', 10)]
    expect(takenOver(fields, from, to, {})).toEqual([
      { option: own, before: '本店', after: '那家店' },
      { option: to[2], before: 0, after: 10 },
    ])
    expect(keysOf(from, { slipNote: { set: '那家店' }, slipLayout: { set: 'A5' } })).toEqual([
      'slipLayout',
      'lockMinutes',
    ])
    // What it only inherits is the decision of somebody else.
    expect(keysOf([of('slipNote', '区划说明', 'area')])).toEqual([])
  })

  test('no secret, no file, and nothing that this place cannot say', () => {
    const file = { id: 'f1', name: 'ca.pem', subject: '', validTo: '2030-01-01 00:00:00' }
    const leaked = { ...secret, source: 'store', value: '密钥' }
    expect(keysOf([leaked, { ...secret, source: 'store' }, of('centreCa', file), of('centreUrl', 'http://x')])).toEqual(
      [],
    )
  })

  test('it stands in the draft beside what was edited before, and nothing else', () => {
    const taken = takenOver(fields, [of('slipNote', '那家店'), of('slipLayout', '80')], to, {
      slipLayout: { set: 'A5' },
    })
    expect(withTaken({ slipLayout: { set: 'A5' }, maskSlipName: { set: true } }, taken)).toEqual({
      slipNote: { set: '那家店' },
      maskSlipName: { set: true },
    })
  })
})

test('a search finds titles, explanations and whole groups', () => {
  const groups = [
    {
      key: 'print',
      title: '打印',
      note: '',
      options: [
        { key: 'slipNote', help: '' },
        { key: 'maskSlipName', help: '印成 张*' },
      ],
    },
    { key: 'centre', title: '中心连接', note: '', options: [{ key: 'infver', help: '报文头 infver' }] },
  ]
  const keys = (words: string) =>
    found(groups, areaOptions, words).flatMap(({ options }) => options.map(({ key }) => key))
  expect(keys('  ')).toEqual(['slipNote', 'maskSlipName', 'infver'])
  expect(keys('底部')).toEqual(['slipNote'])
  expect(keys('INFVER')).toEqual(['infver'])
  expect(keys('打印')).toEqual(['slipNote', 'maskSlipName'])
  expect(keys('没有')).toEqual([])
})
