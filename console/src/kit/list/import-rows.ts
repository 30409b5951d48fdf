import type { ImportTypeName } from '@yibao/shared/entities/transfer.ts'
import type { Action } from './types.ts'

/** 导入: template, trial run and rows of one import type (SPEC 2); the list is read again when rows came in. */
export const importRows = <T>(menuCode: string, importType: ImportTypeName, title: string): Action<T> => ({
  key: 'import',
  text: '导入',
  need: { menuCode, buttonCode: 'import' },
  run: async (_, { dialogs, refetch }) => {
    if (await dialogs.upload({ importType, title })) await refetch()
  },
})
