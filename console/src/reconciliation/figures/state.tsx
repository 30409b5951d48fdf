import { reconState } from '@yibao/shared/entities/reconciliation.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { Status, Value } from '../../kit/index.ts'
import { equalUntil, type Group } from '../day-result.ts'
import { tones } from '../tones.ts'

interface Row {
  state: Group['state']
  day?: string
  at?: string
  open?: number
  openDays?: number
  centreText?: string
}

/** How a group came out, and what is left of it, one below the other. */
export const FigureState = ({ row }: { row: Row }) => {
  const { state, day, at, open, openDays, centreText } = row
  const until = day && equalUntil({ state, day, at })
  const left = open ? `${open} 笔未处理` : openDays ? `${openDays} 天未平` : ''
  return (
    <span title={centreText}>
      {until ? (
        <Status tone="warn">平 {until}</Status>
      ) : (
        <Value meta={metaOf(reconState)!} value={state} tones={tones} />
      )}
      {left && (
        <>
          <br />
          {left}
        </>
      )}
    </span>
  )
}
