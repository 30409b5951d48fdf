import { beforeEach, expect, test, vi } from 'vitest'
import { fakeHttp, fakeUi, ok } from '../../../../test/support/fake-http.ts'
import type { Dialogs } from '../../../kit/dialog-kinds.ts'
import type { FormDialogProps } from '../../../kit/form/form-dialog.tsx'
import { offerActions, type Row, resumeQuestion } from './offer.ts'

// What is said of a release that is paused: nothing is published by another ring.

let said: string[]
beforeEach(() => {
  said = fakeUi()
})

const row = (state: Row['state'], more: Partial<Row> = {}) =>
  ({ releaseId: 'r', version: '2.0.0', state, ...more }) as Row
/** Presses what the row offers; the server finds the release in a state of its own. */
const press = async (state: Row['state'], found: Row['state']) => {
  fakeHttp(() => ok({ state: found }))
  const [action, ...others] = offerActions.filter(({ shown }) => shown?.(row(state)))
  expect(others).toEqual([])
  const form = vi.fn(async ({ submit }: Omit<FormDialogProps, 'onClose'>) => {
    await submit({ scope: 'all', forced: false })
    return true
  })
  await action!.run(row(state), { dialogs: { form } as unknown as Dialogs, refetch: () => undefined })
  const [{ title, intro }] = form.mock.calls[0]!
  expect(intro).toContain('「本机助手升级通道」为灰度')
  return [action!.text, title, intro]
}

test('a paused release has its ring changed and is not called published, nor is one that was paused meanwhile', async () => {
  const pressed = await press('paused', 'paused')
  expect(pressed).toEqual(['改范围', '改范围：2.0.0', expect.stringContaining('版本已暂停')])
  expect((await press('open', 'paused'))[0]).toBe('发布')
  expect(said).toEqual(Array(2).fill('success 范围已保存，版本仍暂停，按「继续」才提供'))
  await press('draft', 'open')
  expect(said.at(-1)).toBe('success 已发布，客户端在下一次心跳时得知')
})

test('going on is asked about with the PCs that begin by it', () => {
  const { title, tips } = resumeQuestion(row('paused', { targets: 40, installed: 3, forced: true }))
  expect(title).toBe('继续提供 2.0.0')
  expect(tips).toContain('范围内 40 台客户端，3 台已安装，其余 37 台从下一次心跳起得到这个版本，空闲即升级')
})
