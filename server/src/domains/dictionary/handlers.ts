import type { dictionary } from '@yibao/shared/calls/dictionary.ts'
import type { Handlers } from '../../call/mount.ts'
import { areaOf } from '../auth/area-of.ts'
import { downloadDictionary } from './download.ts'
import { dropdownChanges, searchDropdowns, submitDropdown } from './dropdowns.ts'
import { itemHandlers } from './items-handlers.ts'

export const dictionaryHandlers: Handlers<typeof dictionary> = {
  ...itemHandlers,
  download: async ({ medicalAreaCode, codeTypes }, c) => ({
    progressId: await downloadDictionary(c, await areaOf(c, medicalAreaCode), codeTypes),
  }),
  searchDynamicDropdowns: (asked, c) => searchDropdowns(c, asked),
  getHistoryDynamicDropdowns: (filters, c) => dropdownChanges.page(c, filters),
  submitDynamicDropdowns: (input, c) => submitDropdown(c, input),
}
