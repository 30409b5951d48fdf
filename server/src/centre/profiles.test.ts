import { expect, test } from 'vitest'
import { profileOf } from './profiles.ts'

test('the three areas of the first run', () => {
  expect(profileOf('320500', 'http://c')).toMatchObject({
    edition: 'JX',
    baseUrl: 'http://c',
    lookup: true,
    repeatMsgid: false,
  })
  expect(profileOf('320100', 'http://c')).toMatchObject({
    edition: 'JX',
    lookup: false,
    gateway: { paasid: 'P320100' },
  })
  expect(profileOf('430100', 'http://c')).toMatchObject({
    edition: 'HN',
    repeatMsgid: true,
    identityInSettle: 'always',
  })
})

test('result columns follow the edition', () => {
  expect(profileOf('430100', '').resultColumns).toHaveLength(7)
  expect(profileOf('320500', '').resultColumns).toHaveLength(10)
})

test('a district speaks like its city, of where its stores are, with an account still to be entered; an area without a row its province’s edition, with an account still to be entered', () => {
  expect(profileOf('320583', '')).toMatchObject({
    ...{ area: '320583', edition: 'JX', figures: '1320', lookup: true },
    gateway: { kind: 'TIF', paasid: '', secret: '' },
  })
  expect(profileOf('430121', '').gateway).toMatchObject({ kind: 'CSB', accessKey: '', secretKey: '' })
  expect(profileOf('110000', 'http://c')).toMatchObject({
    ...{ area: '110000', edition: 'JX', baseUrl: 'http://c' },
    gateway: { kind: 'TIF', paasid: '', secret: '' },
  })
  expect(profileOf('430200', '')).toMatchObject({
    area: '430200',
    edition: 'HN',
    gateway: { kind: 'CSB', accessKey: '' },
  })
})

test('nothing that moves money is repeated at a centre that nobody has said it of', () => {
  for (const area of ['430200', '110000']) expect(profileOf(area, '').repeatMsgid, area).toBe(false)
})

test('an installation overrides the account', () => {
  const gateway = { kind: 'TIF', paasid: 'X', secret: 'Y' } as const
  expect(profileOf('320500', '', { gateway }).gateway).toEqual(gateway)
})

const { notFoundPatterns, noPersonPatterns, staleCodePatterns, alreadyReversedPatterns, notHeldPatterns } = profileOf(
  '320500',
  '',
)
const matches = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(text))

test.each([
  ['原交易不存在', true],
  ['未找到原交易信息', true],
  ['原发送方报文ID对应的交易不存在', true],
  ['人员信息不存在', false],
  ['原交易已冲正', false],
  ['该交易类型不允许冲正，人员不存在', false],
])('2601 says the original never arrived: %s %s', (text, expected) => {
  expect(matches(notFoundPatterns, text)).toBe(expected)
})

test.each([
  ['未查询到该人员的参保信息', true],
  ['未查询到该证件号码的参保信息', true],
  ['社会保障卡已挂失，不能使用', false],
  ['该参保人员已登记死亡，不能享受医保待遇', false],
  ['没有异地就医备案，不享受统筹待遇', false],
])('1101 says that nobody is insured: %s %s', (text, expected) => {
  expect(matches(noPersonPatterns, text)).toBe(expected)
})

test.each([
  ['电子凭证二维码已失效，请参保人刷新后重扫', true],
  ['电子凭证二维码已使用，请参保人刷新后重扫', true],
  ['电子凭证二维码无效', true],
  ['医保码已过期', true],
  ['交易 1162 电子凭证扫码解码 本中心未开通', false],
  ['设备未登记', false],
  ['定点医药机构编码不正确', false],
])('1162 says that the code is over or none: %s %s', (text, expected) => {
  expect(matches(staleCodePatterns, text)).toBe(expected)
})

test.each([
  ['该结算已撤销，不能重复撤销', true],
  ['结算信息已被冲正', true],
  ['不允许重复退费', true],
  ['尚未撤销', false],
  ['结算信息不存在', false],
])('already reversed: %s %s', (text, expected) => {
  expect(matches(alreadyReversedPatterns, text)).toBe(expected)
})

test.each([
  ['【定点医药机构批次流水号 fixmedins_bchno】0000126112300000000010010001S 不存在', true],
  ['未找到该批次流水号的上传记录', true],
  ['该销售记录不存在或已删除', true],
  ['没有商品信息', true],
  ['定点医药机构不存在', false],
  ['【签到编号 sign_no】不存在', false],
  ['上传的机构编号不存在', false],
  ['系统维护中，请稍后再试', false],
  ['未查询到该批次流水号', true],
  ['删除失败：未查询到对应的销售记录', true],
  ['系统中查询不到批次流水号为 0000126112300000000010010001S 的退货记录', true],
  ['要删除的数据不存在', true],
  ['没有需要删除的记录', true],
  ['没有权限删除该销售记录', false],
  ['没有填写批次流水号', false],
  ['未查询到该机构的信息', false],
  ['查询销售记录异常，未查询到数据', false],
  ['进销存服务不存在', false],
  ['未找到商品信息接口', false],
  ['销售数据表不存在', false],
  ['未查询到销售记录，数据库连接超时', false],
])('3507 %s: nothing is held %s', (text, expected) => {
  expect(matches(notHeldPatterns, text)).toBe(expected)
})

test('the same bytes are sent again to the simulator alone, or where an installation has said that its centre answers so', () => {
  const account = { kind: 'CSB', accessKey: 'AK-real', secretKey: 's', apiVersion: '1.0.0' } as const
  expect(profileOf('430100', '').repeatMsgid).toBe(true)
  expect(profileOf('430100', '', { gateway: account }).repeatMsgid, 'a real account').toBe(false)
  expect(profileOf('430100', '', { gateway: account, repeatMsgid: true }).repeatMsgid, 'as somebody said').toBe(true)
  expect(profileOf('430100', '', { repeatMsgid: false }).repeatMsgid).toBe(false)
  expect(profileOf('430121', '').repeatMsgid, 'a county of it').toBe(false)
  expect(profileOf('430121', '', { gateway: account }).repeatMsgid).toBe(false)
})
