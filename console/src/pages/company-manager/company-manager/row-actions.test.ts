import { expect, test, vi } from 'vitest'
import type { Dialogs } from '../../../kit/dialog-kinds.ts'
import type { FormDialogProps } from '../../../kit/form/form-dialog.tsx'
import { rowActions } from './row-actions.ts'

test('setting another administrator says that the former one keeps what he has', async () => {
  const form = vi.fn(async (_: Omit<FormDialogProps, 'onClose'>) => false)
  const tools = { dialogs: { form } as unknown as Dialogs, refetch: () => undefined }
  const set = rowActions.find(({ key }) => key === 'admin')!
  const row = { companyId: '20001', name: '䶮药房', stores: 2, adminUserName: 'boss' }
  await set.run(row as never, tools)
  await set.run({ ...row, adminUserName: '' } as never, tools)
  const [again, first] = form.mock.calls.map(([{ intro }]) => intro)
  expect(again).toContain('原管理员 boss 的权限保留')
  expect(first).not.toContain('原管理员')
})
