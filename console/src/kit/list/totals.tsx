import type { Call, InputOf } from '@yibao/shared/call.ts'
import type { Schema } from '@yibao/shared/field.ts'
import { useEffect, useRef } from 'react'
import { useCall } from '../../api/index.ts'
import { Fields } from '../detail.tsx'
import { shapeOf } from '../fields.ts'
import { same } from '../same.ts'
import { type ListState, setFilters } from './state.ts'
import type { Tools } from './types.ts'

interface TotalsSpec<C extends Call> {
  /** Answers {totals}, or nothing where more rows match than are summed. */
  call: C
  sums: Schema
  fields: readonly string[]
  /** Says what to narrow where there are no totals. */
  none: string
  /** What is to be known of these sums. */
  about?: (asked: InputOf<C>) => string | undefined
}

/** What a list gives its header. */
export interface TotalsProps {
  tools: Tools
  state: ListState
  /** Unix ms when the rows in sight were read; 0 before there are any. */
  updatedAt: number
}

/** ms in which a list and its sums, asked for together, come, and after which sums are old beside any fresh page. */
const together = 1000
const old = 60_000

/** The sums of all rows that match, asked for beside the list: no page of it waits for them (a list's `header`). */
export const totalsOf = <C extends Call>({ call, sums, fields, none, about }: TotalsSpec<C>) => {
  const shape = shapeOf(sums)
  return function Totals({ tools, state, updatedAt: readAt }: TotalsProps) {
    const asked = setFilters(tools.asked ?? {}) as InputOf<C>
    const { data, updatedAt, refetch } = useCall(call, asked, { staleTime: 0 })
    const answered = data as { totals?: unknown } | undefined
    const seen = useRef<ListState>(undefined)
    // The same page was read again, at somebody's word or by itself: what all of them come to may be another sum. Of another
    // page or order it is the same one, for a while.
    useEffect(() => {
      if (!readAt) return
      const later = readAt - updatedAt
      if (updatedAt && later > (same(seen.current, state) ? together : old)) void refetch({ cancelRefetch: false })
      seen.current = state
    }, [readAt])
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
