import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeHttp, ok, refused } from '../../../test/support/fake-http.ts'
import { ui } from '../../api/ui.ts'
import './ui-bridge.tsx'
import { useUiStore } from './ui-store.ts'

const sheets = join(import.meta.dirname, '..', '..')

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  useUiStore.setState({ toasts: [], dialogs: [], waits: [], image: null })
  vi.useRealTimers()
})

test('a full-screen wait ends by itself after 30000 ms where that is asked for, else only when it is ended', () => {
  const [own, other] = [ui().loading('正在退出登录…', { autoClose: true }), ui().loading('正在读取…')]
  const waits = () => useUiStore.getState().waits.map(({ text }) => text)
  vi.advanceTimersByTime(29_999)
  expect(waits()).toEqual(['正在退出登录…', '正在读取…'])
  vi.advanceTimersByTime(1)
  expect(waits()).toEqual(['正在读取…'])
  own()
  other()
  expect(waits()).toEqual([])
})

test('success stays 3000 ms, a refusal 5000', () => {
  ui().success('已保存')
  ui().error('没有保存')
  const toasts = () => useUiStore.getState().toasts.map(({ text }) => text)
  vi.advanceTimersByTime(2999)
  expect(toasts()).toEqual(['已保存', '没有保存'])
  vi.advanceTimersByTime(1)
  expect(toasts()).toEqual(['没有保存'])
  vi.advanceTimersByTime(2000)
  expect(toasts()).toEqual([])
})

test('what the hint library knows of the centre’s words stands in a box instead of the toast; else the toast is all', async () => {
  // Its answers are no timers: only what a person is shown takes its time here.
  vi.useRealTimers()
  const guide = { id: 'h-1', pattern: '未登记', tips: '机构编号与中心登记不符', guide: '请联系管理员检查医保配置' }
  const known = '【302002】医保中心：“医药机构未登记”'
  const sent = fakeHttp(({ data }) => {
    const { message } = data as { message: string }
    if (message === '库坏了') return refused({ resultNotice: { error: '系统故障' } })
    return ok(message.includes('未登记') ? [guide] : [])
  })
  const shown = () => {
    const { toasts, dialogs } = useUiStore.getState()
    return [toasts.map(({ text }) => text), dialogs.map(({ title }) => title)]
  }
  ui().error('甲', { words: '别的话' })
  ui().error('乙', { words: '库坏了' })
  ui().error(known, { words: '医药机构未登记', infno: '9001' })
  expect(shown(), 'at once').toEqual([['甲', '乙', known], []])
  ui().error(known, { words: '医药机构未登记', infno: '9001' })
  await expect.poll(shown).toEqual([['甲', '乙'], [known]])
  expect(sent.map(({ data }) => data)).toContainEqual({ message: '医药机构未登记', infno: '9001' })
})

test('an image covers everything there is: 20002, above every other layer', () => {
  const layers = readdirSync(sheets, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => [...readFileSync(join(sheets, file), 'utf8').matchAll(/([.\w-]+) \{[^}]*z-index: (\d+)/g)])
    .map(([, name, layer]) => [name, Number(layer)] as const)
  expect(layers.filter(([, layer]) => layer >= 20_002)).toEqual([['.image', 20_002]])
})
