import { expect, test } from 'vitest'
import { CallError } from '../../api/error.ts'
import { explain } from './explain.ts'
import { FlowProblem } from './types.ts'

test('a check’s own problem is told as it is', () => {
  const problem = { what: '没有纸', meaning: '小票排队', next: '装纸', back: 'printing' }
  expect(explain(new FlowProblem(problem))).toBe(problem)
})

test('a refusal keeps its words and its advice; without advice there is still a next step', () => {
  expect(explain(new CallError('编号已用', { tips: '换一个编号' }))).toMatchObject({
    what: '编号已用',
    next: '换一个编号',
  })
  expect(explain(new CallError('没有应答')).next).toContain('保存日志')
})

test('what nobody expected shows no stack and no English', () => {
  const { what, meaning, next } = explain(new TypeError('x is not a function'))
  expect(`${what}${meaning}${next}`).not.toMatch(/[A-Za-z]/)
})
