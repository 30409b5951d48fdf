import { savedFilters } from '@yibao/shared/calls/saved-filters.ts'
import { callServer } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import type { Dialogs } from '../dialog-kinds.ts'
import { pickShape } from '../fields.ts'
import type { Row } from './spec.ts'
import { lastingFilters } from './state.ts'

/** Keeps what a list is narrowed to under a name; answers whether somebody did. */
export const keepFilters = async (
  dialogs: Dialogs,
  { tableId, values }: { tableId: string; values: Row },
): Promise<boolean> => {
  const done = await dialogs.form({
    title: '保存为常用条件',
    shape: pickShape(savedFilters.save.input.shape, ['name', 'shared', 'pinned']),
    initial: { shared: false, pinned: true },
    okText: '保存',
    cancelText: '不保存',
    submit: ({ name, shared, pinned }) =>
      callServer(savedFilters.save, {
        tableId,
        name: String(name),
        filters: lastingFilters(values),
        shared: shared === true,
        pinned: pinned === true,
      }),
  })
  if (done) ui().success('已保存')
  return !!done
}

/** Removes a kept one of the person's own; answers whether it is gone. */
export const dropFilters = async (dialogs: Dialogs, { id, name }: { id: string; name: string }): Promise<boolean> => {
  const sure = await dialogs.confirm({
    title: `删除常用条件「${name}」`,
    okText: '删除',
    cancelText: '不删除',
    danger: true,
  })
  if (sure) await callServer(savedFilters.remove, { id })
  return sure
}
