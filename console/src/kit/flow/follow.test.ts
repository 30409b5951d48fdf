import { beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../api/error.ts'
import { followProgress } from './follow.ts'

const { answers } = vi.hoisted(() => ({ answers: [] as unknown[] }))
vi.mock('../../api/index.ts', async () => ({
  ...(await import('../../api/error.ts')),
  callServer: async () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  },
}))

const running = (text: string) => ({ percentage: 40, text, finished: false, results: [] })
const over = { percentage: 100, text: '已下载 200 类字典', finished: true, results: [] }
const cut = new CallError('无法访问接口', { code: 'network', cut: true })

let said: string[]
const follow = () =>
  followProgress('p-1', { say: (text) => said.push(text), signal: new AbortController().signal }, ({ error = '' }) => ({
    what: error,
    meaning: '',
    next: '',
  }))
beforeEach(() => {
  said = []
  answers.length = 0
})

test('a question that nobody answered ends nothing: the work goes on there, and is followed when the line is back', async () => {
  const starting = new CallError('服务正在启动', { code: '503', statusCode: 503 })
  answers.push(running('正在下载'), cut, starting, running('正在下载'), over)
  expect(await follow()).toBe(over)
  expect(said).toEqual(['正在下载', '与云服务的连接中断，正在重新连接，检查在后台继续…', '正在下载'])
})

test('what the server refuses, and what went wrong there, ends it', async () => {
  const gone = new CallError('没有这个进度', { statusCode: 404 })
  answers.push(gone)
  await expect(follow()).rejects.toBe(gone)
  answers.push({ ...running(''), error: '下载中断' })
  await expect(follow()).rejects.toMatchObject({ problem: { what: '下载中断' } })
})
