import type { Call, InputOf } from '@yibao/shared/call.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useCall } from '../../api/index.ts'
import { useTab, useTabState, useTabView } from '../../state/tab.tsx'
import { viewPrefix } from '../../state/tabs.ts'
import { useOfToday } from '../list/of-today.ts'
import { firstPage, type ListState, setFilters } from '../list/state.ts'
import { filtersOf, stateOf, viewOf } from '../list/view.ts'
import { same } from '../same.ts'

type Row = Record<string, unknown>

export interface ReportAnswer {
  items: (Row & { key: string; name: string })[]
  totals: Row
  at: string
}

/** Whether the figures are shown as a table: part of the address like the question. */
const tableKey = `${viewPrefix}show`

const without = (view: Record<string, string>) =>
  Object.fromEntries(Object.entries(view).filter(([key]) => key !== tableKey))

/** What a report asks and shows: the question in the tab and the address, the answer from its call. */
export const useReport = (call: Call, initial: () => Row, names: Readonly<Record<string, string>> = {}) => {
  const { query } = useTab()
  const asked = () => Object.fromEntries(Object.entries(query).map(([key, text]) => [names[key] ?? key, text]))
  const [view, setView] = useTabView()
  const [state, setState] = useTabState<ListState>('report', () => ({
    ...(stateOf(call, without(view)) ?? { filters: { ...initial(), ...filtersOf(call, asked()) }, page: firstPage }),
    began: initial(),
  }))
  const asTable = view[tableKey] === 'table'
  const viewFor = (next: ListState, table: boolean) => ({
    ...viewOf(call, next),
    ...(table && { [tableKey]: 'table' }),
  })

  // Another address for the same tab brings its own question.
  useEffect(() => {
    const asked = stateOf(call, without(view))
    if (asked && !same(viewOf(call, asked), viewOf(call, state))) setState({ ...asked, began: state.began })
  }, [view])

  const { filters, sortField, sortOrder } = state
  const input = useMemo(() => setFilters({ ...filters, ...(sortOrder && { sortField, sortOrder }) }), [state])
  const answer = useCall(call, input as InputOf<Call>, { keepPrevious: true })
  // Figures stay until those of the next question are there: what is said of them is said of the question they answer.
  const answered = useRef(filters)
  if (answer.updatedAt) answered.current = filters
  const change = (next: ListState) => {
    setState(next)
    setView(viewFor(next, asTable))
  }
  const [pending, setPending] = useState(false)
  useOfToday(state, initial, change, pending)
  return {
    ...{ state, change, answer, asTable, input, setPending },
    data: answer.data as unknown as ReportAnswer | undefined,
    /** The filters whose figures `data` holds. */
    answered: answered.current,
    search: (next: Row) => {
      if (same(setFilters(next), setFilters(filters))) void answer.refetch()
      else change({ ...state, filters: next, began: initial() })
    },
    showTable: (table: boolean) => setView(viewFor(state, table)),
  }
}
