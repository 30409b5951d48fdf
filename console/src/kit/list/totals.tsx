import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { Schema } from '@yibao/shared/field.ts'
import { useEffect, useRef } from 'react'
import { useCall } from '../../api/index.ts'
import { Fields } from '../detail.tsx'
import { shapeOf } from '../fields.ts'
import { type ListState, setFilters } from './state.ts'
import type { Tools } from './types.ts'

interface TotalsSpec<L extends Call, C extends Call> {
  /** The list's own call. */
  list: L
  /** Answers {totals}, or nothing where more rows match than are summed. */
  call: C
  sums: Schema
  fields: readonly string[]
  /** Says what to narrow where there are no totals. */
  none: string
  /** What is to be known of these sums. */
  about?: (asked: InputOf<C>) => string | undefined
}

/** ms in which a list and its sums, asked for together, come. */
const together = 1000

/** The sums of all rows that match, asked for beside the list: no page of it waits for them (a list's `header`). */
export const totalsOf = <L extends Call, C extends Call>({ call, sums, fields, none, about }: TotalsSpec<L, C>) => {
  const shape = shapeOf(sums)
  return function Totals({ tools, result, state }: { tools: Tools; result?: ResultOf<L>; state: ListState }) {
    const asked = setFilters(tools.asked ?? {}) as InputOf<C>
    const { data, updatedAt, refetch } = useCall(call, asked, { staleTime: 0 })
    const answered = data as { totals?: unknown } | undefined
    const seen = useRef<ListState>(undefined)
    // The same page was read again, after an action or by itself: what all of them come to may be another sum. Of another
    // page or order it is the same one.
    useEffect(() => {
      if (!result) return
      if (seen.current === state && Date.now() - updatedAt > together) void refetch({ cancelRefetch: false })
      seen.current = state
    }, [result])
    const words = about?.(asked)
    return (
      <section aria-label="合计">
        {answered && !answered.totals ? (
          <p role="status">{none}</p>
        ) : (
          <>
            <Fields shape={shape} values={answered?.totals} fields={fields} />
            {words && <p>{words}</p>}
          </>
        )}
      </section>
    )
  }
}
