import type { ResultOf } from '@yibao/shared/call.ts'
import type { Heartbeat } from '@yibao/shared/calls/agent.ts'
import type { clientMonitor } from '@yibao/shared/calls/client-monitor.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { updateWords } from '../../release/progress.ts'

type Row = ResultOf<typeof clientMonitor.paged>['items'][number]
type Work = Pick<Row, 'lastReadAt' | 'reads' | 'readFaults' | 'faults' | 'records' | 'update'>

/** What an agent last told of its work: the day's counts are today's only while it is online. */
export const workOf = (state: Record<string, unknown>, online: boolean): Work => {
  const { health, records, update } = state as Partial<Pick<Heartbeat, 'health' | 'records' | 'update'>>
  const { reads, readFaults, faults } = (online && health) || { reads: 0, readFaults: 0, faults: 0 }
  const words = update ? updateWords(update) : ''
  return {
    lastReadAt: health?.lastReadAt ? formatTime(new Date(health.lastReadAt)) : undefined,
    reads,
    readFaults,
    faults,
    // It stays true of a PC that is off.
    records: records ?? undefined,
    update: update && words ? `${update.to}：${words}` : '',
  }
}
