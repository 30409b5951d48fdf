import { expect, test } from 'vitest'
import { agentErrors, fillText, isAgentErrorCode, publicDetail } from './errors.ts'

const rows = Object.entries(agentErrors)

test.each(rows)('%s speaks to a person as the wording rules ask', (_, { status, message, hint }) => {
  expect(status).toBeGreaterThanOrEqual(400)
  for (const text of [message, hint]) {
    expect(text.length).toBeGreaterThan(2)
    expect([...text].length).toBeLessThanOrEqual(60)
    expect(text).not.toMatch(/[!！您]|请稍后再试|失败|用户输|。$/)
    // Who reads it may have no counter before him: the tools, the wizard, an ERP, an administrator far away.
    expect(text).not.toMatch(/F\d|Alt/)
    // A space between Chinese and Latin letters or digits.
    expect(text.replace(/\{\w+\}/g, '')).not.toMatch(/[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]/)
  }
})

test('a text is filled from the detail, and a clause without its value is left out', () => {
  expect(fillText('密码不正确，还可输入 {left} 次', { left: 2 })).toBe('密码不正确，还可输入 2 次')
  expect(fillText('密码不正确，还可输入 {left} 次')).toBe('密码不正确')
  expect(fillText('卡认证未通过（{code}），不是密码问题')).toBe('卡认证未通过，不是密码问题')
  expect(fillText('打印机 {printer} 无法连接，小票在等待')).toBe('打印机 无法连接，小票在等待')
})

test('only what the texts name leaves the agent', () => {
  expect(publicDetail('PIN_WRONG', { left: 2, pin: '123456', text: '320501199001011238' })).toEqual({ left: 2 })
  expect(publicDetail('CARD_NONE', { text: '320501199001011238' })).toEqual({})
})

test('a money call without an answer is the only 504 that may not be tried again', () => {
  expect(agentErrors.OUTCOME_UNKNOWN).toMatchObject({ status: 504, retryable: false })
  expect(rows.filter(([, row]) => row.status === 504 && !row.retryable).map(([code]) => code)).toEqual([
    'OUTCOME_UNKNOWN',
  ])
})

test('codes are known by name, not by what objects inherit', () => {
  expect(isAgentErrorCode('CARD_NONE')).toBe(true)
  expect(isAgentErrorCode('toString')).toBe(false)
  expect(isAgentErrorCode(undefined)).toBe(false)
})
