import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { callServer } from '../api/index.ts'
import type { Action } from '../kit/index.ts'

/** 导入对照: a sheet of own codes and national codes, tried first, row by row, and then told to the centre (3301). */
export const importMatches = (menuCode: 'DrugMenu' | 'MenuDiff'): Action<readonly unknown[]> => ({
  key: 'import',
  text: '导入对照',
  need: [{ menuCode, buttonCode: 'import' }],
  run: async (_, { dialogs }) => {
    if (!(await dialogs.upload({ importType: 'itemMapping', title: '导入商品对照' }))) return
    const { progressId } = await callServer(catalogueMenu.importMatches, {})
    await dialogs.progress({ title: '上报导入的对照', progressId })
  },
})
