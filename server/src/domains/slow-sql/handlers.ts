import type { slowSql } from '@yibao/shared/calls/slow-sql.ts'
import { formatTime } from '@yibao/shared/time.ts'
import type { Handlers } from '../../call/mount.ts'
import { detailOf, textOf } from './detail.ts'
import { explain } from './explain.ts'
import { usualThreshold } from './flush.ts'
import { slowRows } from './rows.ts'
import { setThreshold, thresholdOf } from './threshold.ts'

/** 慢SQL: statements that took long, and who asked for them (domain.md 8.2). */
export const slowSqlHandlers: Handlers<typeof slowSql> = {
  paged: (filters, c) => slowRows.page(c, filters),
  get: ({ digest }, c) => detailOf(c, digest),
  explain: async ({ digest }, c) => {
    const { text } = await textOf(c, digest)
    c.on(digest)
    return { plan: await explain(c, text) }
  },
  setting: async (_, c) => {
    const row = await thresholdOf(c)
    return { thresholdMs: row?.thresholdMs ?? usualThreshold, by: row?.by, at: row && formatTime(row.at) }
  },
  saveSetting: async ({ thresholdMs }, c) => {
    await setThreshold(c, thresholdMs)
    return null
  },
}
