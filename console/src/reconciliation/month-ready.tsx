import type { ResultOf } from '@yibao/shared/call.ts'
import type { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { Status } from '../kit/index.ts'
import { readyText } from './month.ts'

interface Props {
  result?: ResultOf<typeof monthBooks.monthPaged>
  state: { filters: Record<string, unknown> }
}

/** Above the months: that all of them agree and can be claimed (ux 3). */
export const MonthReady = ({ result, state }: Props) => {
  const text = result && readyText(result, state.filters)
  return text ? (
    <p role="status">
      <Status tone="good">{text}</Status>
    </p>
  ) : null
}
