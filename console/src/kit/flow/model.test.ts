import { expect, test } from 'vitest'
import {
  abandon,
  begin,
  fail,
  firstOpen,
  isPassed,
  missingOf,
  neighbour,
  newFlow,
  open,
  recordOf,
  resume,
  skip,
  succeed,
  undone,
} from './model.ts'

const steps = [{ key: 'net' }, { key: 'store', needs: ['net'] }, { key: 'agent', needs: ['store'] }, { key: 'keys' }]
const ok = { text: '好' }
const problem = { what: '没有应答', meaning: '不能读卡', next: '启动助手后重新检查' }

test('a new flow stands at its first step and everything is to do', () => {
  const state = newFlow(steps)
  expect([state.at, firstOpen(steps, state), recordOf(state, 'keys').state]).toEqual(['net', 'net', 'todo'])
})

test('a step passes when its check went well, with or without a warning, or when it is skipped', () => {
  const done = succeed(steps, begin(newFlow(steps), 'net'), 'net', ok)
  const warned = succeed(steps, done, 'keys', { text: '缺 F10', warn: true })
  const left = skip(warned, 'agent', '明天安装')
  expect(['net', 'keys', 'agent', 'store'].map((key) => isPassed(left, key))).toEqual([true, true, true, false])
  expect(recordOf(left, 'keys').state).toBe('warn')
  expect(recordOf(left, 'agent').text).toBe('已跳过：明天安装')
  expect(firstOpen(steps, left)).toBe('store')
})

test('a step waits for those it needs; a skipped one does not help it', () => {
  const [, store, agent] = steps
  const state = newFlow(steps)
  expect(missingOf(state, store!)).toEqual(['net'])
  expect(missingOf(succeed(steps, state, 'net', ok), store!)).toEqual([])
  expect(missingOf(skip(state, 'store', ''), agent!)).toEqual(['store'])
})

test('a failure keeps what it means and what to do, and does not pass', () => {
  const state = fail(begin(newFlow(steps), 'net'), 'net', problem)
  expect(recordOf(state, 'net')).toMatchObject({ state: 'failed', text: '没有应答', problem })
  expect(isPassed(state, 'net')).toBe(false)
})

test('resumes at the first step that is not passed; what was running has to be done again', () => {
  const state = succeed(steps, newFlow(steps), 'net', ok)
  const back = resume(steps, { ...begin(state, 'store'), at: 'keys' })
  expect(back.at).toBe('store')
  expect(recordOf(back, 'store')).toMatchObject({ state: 'todo', text: expect.stringContaining('上次') })
  expect(recordOf(back, 'net').state).toBe('done')
})

test('resumes at the last step when all are passed, and forgets steps that no longer exist', () => {
  const all = steps.reduce((state, { key }) => succeed(steps, state, key, ok), newFlow(steps))
  const back = resume(steps, { ...all, steps: { ...all.steps, gone: { state: 'failed', text: '' } } })
  expect([back.at, Object.keys(back.steps)]).toEqual(['keys', ['net', 'store', 'agent', 'keys']])
})

test('another answer of a step makes what was built on it stale, the same answer does not', () => {
  const facts = (store: string) => ({ text: store, facts: { store } })
  const built = ['net', 'agent', 'keys'].reduce(
    (state, key) => succeed(steps, state, key, ok),
    succeed(steps, newFlow(steps), 'store', facts('观前店')),
  )
  const again = succeed(steps, begin(built, 'store'), 'store', facts('观前店'))
  expect(recordOf(again, 'agent').state).toBe('done')
  const other = succeed(steps, begin(built, 'store'), 'store', facts('平江店'))
  expect(recordOf(other, 'agent')).toMatchObject({ state: 'todo', text: expect.stringContaining('改过') })
  expect([recordOf(other, 'keys').state, recordOf(other, 'net').state]).toEqual(['done', 'done'])
})

test('a failed repetition still knows what it said before, so that a change is noticed', () => {
  const facts = (store: string) => ({ text: store, facts: { store } })
  const built = succeed(steps, succeed(steps, newFlow(steps), 'store', facts('甲')), 'agent', ok)
  const failed = fail(begin(built, 'store'), 'store', problem)
  expect(recordOf(succeed(steps, begin(failed, 'store'), 'store', facts('乙')), 'agent').state).toBe('todo')
})

test('leaving a running step puts it back, any other stays as it is', () => {
  const running = begin(newFlow(steps), 'net')
  expect(recordOf(abandon(running, 'net'), 'net').state).toBe('todo')
  const done = succeed(steps, running, 'net', ok)
  expect(abandon(done, 'net')).toBe(done)
})

test('back and forth end at the ends, and only known steps open', () => {
  const state = newFlow(steps)
  expect([neighbour(steps, state, -1), neighbour(steps, state, 1)]).toEqual([undefined, 'store'])
  expect(neighbour(steps, open(steps, state, 'keys'), 1)).toBeUndefined()
  expect(open(steps, state, 'nowhere')).toBe(state)
})

test('a step that is taken back is open again, and so is what was built on it', () => {
  const built = ['net', 'store', 'agent'].reduce((state, key) => succeed(steps, state, key, ok), newFlow(steps))
  const back = undone(steps, built, 'store', '已撤回')
  expect(recordOf(back, 'store')).toEqual({ state: 'todo', text: '已撤回' })
  expect(recordOf(back, 'agent')).toMatchObject({ state: 'todo', text: expect.stringContaining('前面的步骤改过') })
  expect(recordOf(back, 'net').state).toBe('done')
})
