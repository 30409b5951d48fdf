import type { menuDiff as calls } from '@yibao/shared/calls/menu-diff.ts'
import type { Handlers } from '../../../call/mount.ts'
import { areaOf } from '../../auth/area-of.ts'
import { handleDiffs } from './handle.ts'
import { recompute } from './recompute.ts'
import { remind, remindAll } from './remind.ts'
import { diffRows, sumRows } from './rows.ts'

/** 目录差异 and its statistics (domain.md 8.5). */
export const menuDiffHandlers: Handlers<typeof calls> = {
  paged: (filters, c) => diffRows.page(c, filters),
  handle: handleDiffs,
  recompute: ({ storeId }, c) => recompute(c, storeId),
  statistics: async (filters, c) => {
    if (filters.medicalAreaCode) await areaOf(c, filters.medicalAreaCode)
    return sumRows.page(c, filters)
  },
  remind: (input, c) => remind(c, input),
  remindAll: (input, c) => remindAll(c, input),
}
