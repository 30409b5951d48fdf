import { ui } from '../../../api/ui.ts'
import type { Action } from '../../../kit/index.ts'

/** What the company sells comes from a sheet of its ERP's; a known code is brought up to date. */
export const importItems: Action<unknown> = {
  key: 'importItems',
  text: '导入商品',
  need: { menuCode: 'MenuDiff', buttonCode: 'add' },
  run: async (_, { dialogs }) => {
    if (!(await dialogs.upload({ importType: 'ownItem', title: '导入商品' }))) return
    ui().success('导入后按「重新比对」，可看到哪些商品还没有对照')
  },
}
