import type { acceptance as calls } from '@yibao/shared/calls/acceptance.ts'
import type { Handlers } from '../../call/mount.ts'
import { messageOf, runRows, shownRun, stepRows } from './rows.ts'
import { runSheet } from './sheet.ts'
import { startAcceptance, stopAcceptance } from './start.ts'

/** 接口验收 and 自动接口验收 (domain.md 8.2). */
export const acceptanceHandlers: Handlers<typeof calls> = {
  oneKeyAcceptance: (input, c) => startAcceptance(c, input),
  stop: ({ id }, c) => stopAcceptance(c, id),
  history: (filters, c) => runRows.page(c, filters),
  get: ({ id }, c) => shownRun(c, id),
  paged: (filters, c) => stepRows.page(c, filters),
  sheet: ({ id }, c) => runSheet(c, id),
  message: ({ id }, c) => messageOf(c, id),
}
