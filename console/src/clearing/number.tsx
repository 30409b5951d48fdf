import type { ResultOf } from '@yibao/shared/call.ts'
import type { clearScore } from '@yibao/shared/calls/clear-score.ts'
import { Status } from '../kit/index.ts'

type Row = ResultOf<typeof clearScore.paged>['items'][number]

/** A row's number, marked where it does not name this row alone: the detail says what that means. */
export const Numbered = ({ row: { setlSn, lacks, alike } }: { row: Row }) =>
  lacks || alike ? (
    <span title={lacks ? `中心未给${lacks}` : alike}>
      <Status tone={lacks ? 'harm' : 'warn'}>{lacks ? `中心未给${lacks}` : setlSn}</Status>
    </span>
  ) : (
    setlSn
  )
