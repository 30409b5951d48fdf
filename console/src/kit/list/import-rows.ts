import type { ImportTypeName } from '@yibao/shared/entities/transfer.ts'
import { shownArea } from './subject.ts'
import type { Action, Tools } from './types.ts'

/**
 * 导入: template, trial run and rows of one import type (SPEC 2), into the area that the list shows, by the button that its
 * server's row names. `where`: what that area is called, for the title of a list that can show others than the session's.
 */
export const importRows = <T>(
  menuCode: string,
  importType: ImportTypeName,
  title: string,
  { buttonCode = 'import', where }: { buttonCode?: 'import' | 'add'; where?: (tools: Tools) => Promise<string> } = {},
): Action<T> => ({
  key: 'import',
  text: '导入',
  need: { menuCode, buttonCode },
  run: async (_, tools) =>
    tools.dialogs.upload({
      importType,
      title: where ? `${title}（${await where(tools)}）` : title,
      ...shownArea(tools),
    }),
})
