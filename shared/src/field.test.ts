import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { choice, day, idCard, integer, money, needed, note, optional, phone, text, time } from './field.ts'
import { validIdCard } from './id-card.ts'

const messageOf = (schema: z.ZodMiniType, value: unknown) => {
  const answer = z.safeParse(schema, value)
  return answer.success ? null : answer.error.issues[0]!.message
}

test.each([
  [text('姓名', { max: 20 }), '䶮𠮷', null],
  [text('姓名', { max: 20 }), '二十个字的名字也要能写进去才算数一二三四', null],
  [text('姓名', { max: 19 }), '二十个字的名字也要能写进去才算数一二三四', '姓名不能超过 19 个字'],
  [text('用户名', { required: '用户名不能为空' }), '', '用户名不能为空'],
  [text('用户名', { required: '用户名不能为空' }), undefined, '用户名不能为空'],
  [money('总额'), '0.00', null],
  [money('总额'), '-0.01', null],
  [money('总额'), '1.5', '总额应为两位小数的金额'],
  [money('总额'), 1.5, '总额格式不正确'],
  [day('日期'), '2026-02-29', '日期不是有效日期'],
  [day('日期'), '2028-02-29', null],
  [day('日期'), '9999-12-31', null],
  [day('日期'), '0001-01-01', '日期不是有效日期'],
  [time('时间'), '0202-01-01 00:00:00', '时间不是有效时间'],
  [time('时间'), '2026-11-20 24:00:00', '时间应为年-月-日 时:分:秒'],
  [phone('手机'), '+8613812345678', null],
  [phone('手机'), '12812345678', '请输入正确的手机号码'],
  [idCard('证件号'), '320501199001011238', null],
  [idCard('证件号'), '320501199001011239', '证件号不正确，请核对 18 位号码'],
  [integer('页码', { min: 1 }), 0, '页码不能小于 1'],
  [integer('阈值', { max: 60_000 }), 1e21, '阈值不能大于 60000'],
  [integer('阈值', { max: 60_000 }), 1.5, '阈值格式不正确'],
  [choice('状态', { 0: '开', 1: '关' }), '2', '状态不在可选范围内'],
  [optional(money('总额')), undefined, null],
  [needed(optional(note('药品')), '须填药品'), undefined, '须填药品'],
  [needed(optional(note('药品')), '须填药品'), '', '须填药品'],
  [needed(optional(note('药品', { max: 3 })), '须填药品'), 'XA10', '药品不能超过 3 个字'],
  [needed(optional(note('药品')), '须填药品'), '䶮', null],
])('case %#', (schema, value, expected) => {
  expect(messageOf(schema, value)).toBe(expected)
})

test('the check character of an identity number', () => {
  expect(validIdCard('320501199001011238')).toBe(true)
  expect(validIdCard('32050119900101123X')).toBe(false)
})
