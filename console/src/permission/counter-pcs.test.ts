import { expect, test, vi } from 'vitest'
import type { ConfirmOptions, Dialogs } from '../kit/dialog-kinds.ts'
import { pcsLost } from './counter-pcs.ts'
import { userBatch } from './user-batch.ts'

test('the question names the PCs whose ERP logs in as who is stopped, of those that are stopped alone', async () => {
  const confirm = vi.fn(async (_: ConfirmOptions) => false)
  const tools = { dialogs: { confirm } as unknown as Dialogs, refetch: () => undefined }
  const stop = userBatch.find(({ key }) => key === 'stop')!
  const row = (state: string, counterPcs?: number) => ({ userId: `u${counterPcs}`, state, counterPcs })
  const rows = [row('enabled', 2), row('enabled', 1), row('stopped', 4), row('enabled')]
  await stop.run(rows as never, tools)
  await stop.run([row('enabled'), row('stopped', 4)] as never, tools)
  const [some, none] = confirm.mock.calls.map(([{ tips }]) => tips)
  expect(some).toContain('3 台电脑的 ERP 用他们登录，停用后随即不能从 ERP 进入')
  expect(none).not.toContain('台电脑')
  expect(pcsLost([{ counterPcs: 1 }], '停用后')).toContain('1 台电脑的 ERP 用这个账号登录')
})
