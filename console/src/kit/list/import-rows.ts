import type { ImportTypeName } from '@yibao/shared/entities/transfer.ts'
import type { Action } from './types.ts'

/** 导入: template, trial run and rows of one import type (SPEC 2). */
export const importRows = <T>(menuCode: string, importType: ImportTypeName, title: string): Action<T> => ({
  key: 'import',
  text: '导入',
  need: { menuCode, buttonCode: 'import' },
  run: (_, { dialogs }) => dialogs.upload({ importType, title }),
})
