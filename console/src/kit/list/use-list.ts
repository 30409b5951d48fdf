import { useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '@yibao/shared/call.ts'
import { useContext, useEffect, useMemo, useRef } from 'react'
import { useCall } from '../../api/index.ts'
import { useTab, useTabState, useTabView } from '../../state/tab.tsx'
import { useDialogs } from '../dialogs.tsx'
import { same } from '../same.ts'
import { NodeContext, nodeField, nodeKey } from '../tree/node-context.ts'
import type { FullSpec, Row } from './spec.ts'
import { firstPage, type ListState, pageInstead, queryOf, setFilters } from './state.ts'
import type { Matching, Tools } from './types.ts'
import { filtersOf, stateOf, viewOf } from './view.ts'

type Page = { items: Row[]; total: number; totalIsBound: boolean }

/** What a list page shows and asks for: state in the tab and the address, rows from its call. */
export const useList = (spec: FullSpec, pageSize: number) => {
  const { call, initial, fixed, refreshEvery } = spec
  const { query } = useTab()
  const tree = useContext(NodeContext)
  const { node } = tree
  const [view, setView] = useTabView()
  const begin = () => initial?.() as Row | undefined
  const [state, setState] = useTabState<ListState>('list', () => ({
    ...(stateOf(call, view) ?? { filters: { ...begin(), ...filtersOf(call, query) }, page: 1 }),
    began: begin(),
  }))
  const [dialogs, holder] = useDialogs()

  // Another address for the same tab (a link, the back button) brings its own view.
  useEffect(() => {
    const asked = stateOf(call, view)
    if (asked && !same(viewOf(call, asked), viewOf(call, state))) setState({ ...asked, began: state.began })
  }, [view])

  // Before its first answer, so that a tree of what the list shows is asked for once.
  useEffect(() => tree.narrowed?.(state.filters), [tree.narrowed, state.filters])

  // Another node of the tree beside the list is another list: it begins on its first page.
  const shownNode = useRef(node)
  useEffect(() => {
    if (shownNode.current === node) return
    shownNode.current = node
    // An address that brought it brought the page too.
    if (view[nodeKey] !== node) change({ ...state, page: firstPage })
  }, [node])

  const write = (next: ListState, beside: string | undefined) => {
    setState(next)
    setView({ ...viewOf(call, next), ...(beside !== undefined && { [nodeKey]: beside }) })
  }
  const change = (next: ListState) => write(next, node)

  const always = fixed?.(node) as Row | undefined
  const answer = useCall(call, queryOf(state, pageSize, always) as InputOf<typeof call>, {
    keepPrevious: true,
    refetchInterval: typeof refreshEvery === 'function' ? refreshEvery() : refreshEvery,
  })
  const page = answer.data as Page | undefined
  // The last row of the last page was deleted, or moved by a batch action: there are rows left, on an earlier page.
  const instead = page && !answer.fetching ? pageInstead(state, page, pageSize) : undefined
  useEffect(() => {
    if (instead !== undefined) change({ ...state, page: instead })
  }, [instead])
  const { refetch } = answer
  const client = useQueryClient()
  // Rows that stood here, by key: what an action is on may also be something else of another table.
  const shown = useRef(new Set<unknown>())
  for (const row of page?.items ?? []) shown.current.add(row[spec.rowKey])
  const tools = useMemo<Tools>(
    () => ({
      dialogs,
      node,
      asked: state.filters,
      refetch: () => {
        tree.refetch?.()
        // An action may have led its row from this question's rows to another's, which was asked a moment ago.
        void client.invalidateQueries({ queryKey: [call.path], refetchType: 'none' })
        return refetch()
      },
      again: async (target) => {
        const key = (target as Row | undefined)?.[spec.rowKey]
        if (!shown.current.has(key)) return
        const { data, error } = await refetch()
        if (error) throw error
        return (data as Page).items.find((row) => row[spec.rowKey] === key) ?? null
      },
    }),
    [dialogs, node, state.filters, refetch, tree, client],
  )
  const input = setFilters({ ...state.filters, ...always })
  // Of another page or order it is the same number; what is kept in sight of the filters before says nothing of these.
  const answered = useRef<Row>(undefined)
  if (answer.updatedAt) answered.current = input
  const matching: Matching = {
    input,
    total: same(answered.current, input) ? page?.total : undefined,
    bound: page?.totalIsBound ?? false,
  }

  const ask = (filters: Row, beside: string | undefined) => {
    // The same question again is a wish for fresh rows.
    if (same(filters, state.filters) && state.page === firstPage && beside === node) void refetch()
    write({ ...state, filters, began: begin(), page: firstPage }, beside)
  }
  const search = (filters: Row) => ask(filters, node)
  // What is kept under a name is all that narrows the list: beside a tree its node too.
  const kept = tree.choose && node !== undefined ? { ...state.filters, [nodeField]: node } : state.filters
  const apply = (filters: Row) => {
    if (!tree.choose) return search(filters)
    const { [nodeField]: beside, ...others } = filters as Row & { [nodeField]?: string }
    tree.choose(beside)
    ask(others, beside)
  }
  return {
    ...{ state, change, search, kept, apply, answer, page, rows: page?.items ?? [], tools, matching, holder },
    /** The filters whose rows are in sight. */
    answered: answered.current,
  }
}
