import { beforeEach, expect, test, vi } from 'vitest'
import type { Dialogs } from '../../../kit/dialog-kinds.ts'
import type { FormDialogProps } from '../../../kit/form/form-dialog.tsx'
import { offerActions, type Row, resumeQuestion } from './offer.ts'

// What is said of a release that is paused: nothing is published by another ring.

const { server } = vi.hoisted(() => ({ server: { state: 'open', said: [] as string[] } }))
vi.mock('../../../api/index.ts', async (original) => ({
  ...(await original<object>()),
  refusedInView: () => false,
  callServer: async () => ({ state: server.state }),
}))
vi.mock('../../../api/ui.ts', () => ({ ui: () => ({ success: (text: string) => server.said.push(text) }) }))
beforeEach(() => {
  server.said = []
})

const row = (state: Row['state'], more: Partial<Row> = {}) =>
  ({ releaseId: 'r', version: '2.0.0', state, ...more }) as Row
const press = async (state: Row['state']) => {
  const [action, ...others] = offerActions.filter(({ shown }) => shown?.(row(state)))
  expect(others).toEqual([])
  const form = vi.fn(async ({ submit }: Omit<FormDialogProps, 'onClose'>) => {
    await submit({})
    return true
  })
  await action!.run(row(state), { dialogs: { form } as unknown as Dialogs, refetch: () => undefined })
  const [{ title, intro }] = form.mock.calls[0]!
  expect(intro).toContain('「本机助手升级通道」为灰度')
  return [action!.text, title, intro]
}

test('a paused release has its ring changed and is not called published, nor is one that was paused meanwhile', async () => {
  server.state = 'paused'
  expect(await press('paused')).toEqual(['改范围', '改范围：2.0.0', expect.stringContaining('版本已暂停')])
  expect((await press('open'))[0]).toBe('发布')
  expect(server.said).toEqual(Array(2).fill('范围已保存，版本仍暂停，按「继续」才提供'))
  server.state = 'open'
  await press('draft')
  expect(server.said.at(-1)).toBe('已发布，客户端在下一次心跳时得知')
})

test('going on is asked about with the PCs that begin by it', () => {
  const { title, tips } = resumeQuestion(row('paused', { targets: 40, installed: 3, forced: true }))
  expect(title).toBe('继续提供 2.0.0')
  expect(tips).toContain('范围内 40 台客户端，3 台已安装，其余 37 台从下一次心跳起得到这个版本，空闲即升级')
})
