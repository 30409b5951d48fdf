import type { report } from '@yibao/shared/calls/dashboard.ts'
import { addDays, formatDay, formatTime } from '@yibao/shared/time.ts'
import type { Handlers } from '../../../call/mount.ts'
import { openSignIn, operatorOf } from '../../attendance/sign.ts'
import { countEnding } from '../../filing/ending.ts'
import { countUnread } from '../../message/unread.ts'
import { skippedSteps } from '../../organisation/setup.ts'
import { openDays } from '../../reconciliation/list/standing.ts'
import { countEndingPharmacists } from '../../staff/doctor-rows.ts'
import { areaDashboard } from '../area/dashboard.ts'
import { caEnds } from './ca-ends.ts'
import { hoursOf } from './hours.ts'
import { pendingOf } from './pending.ts'
import { sumsOf } from './sums.ts'
import { yesterdayOf } from './yesterday.ts'

export const reportHandlers: Handlers<typeof report> = {
  dashboard: async (_, c) => {
    const today = formatDay(c.now)
    const { me, ownStoreId: storeId } = c
    const [sums, hours, pending, unread, ending, endingPharmacists, ca, setup, sign] = await Promise.all([
      sumsOf(c, today),
      hoursOf(c, today),
      storeId && !me.isAdminUser ? pendingOf(c, today) : [],
      countUnread(c),
      countEnding(c, today),
      countEndingPharmacists(c, today),
      caEnds(c, today),
      storeId ? skippedSteps(c, storeId) : [],
      storeId ? openSignIn(c.deps, storeId, operatorOf(me).operatorNo) : undefined,
    ])
    return {
      at: formatTime(c.now),
      sign: {
        signed: sign !== undefined,
        at: sign ? formatTime(sign.signedInAt) : undefined,
        operatorName: sign?.operatorName,
      },
      ...sums,
      ...{ hours, pending, ...ending, endingPharmacists, caEnds: ca, setup, unread: unread.count },
      yesterday: await yesterdayOf(c, today),
      // An administrator's home page has it from its own call.
      earlier: me.isAdminUser ? undefined : await openDays(c, addDays(today, -2)),
    }
  },
  areaDashboard: (_, c) => areaDashboard(c),
}
