import type { Call, InputOf } from '@yibao/shared/call.ts'
import { Table, type TableProps } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/index.ts'
import { isNumeric, metaAt, type Shape } from './fields.ts'
import { totalText } from './list/state.ts'
import type { RowOf } from './list/types.ts'
import { emptyOf, ReadFault } from './read-fault.tsx'
import { type Tone, Value } from './value.tsx'
import { waiting } from './waiting.ts'

type Tones = Readonly<Record<string, Tone>>

interface Options {
  /** ms for which an answer is not read again; 0 = at each opening. */
  staleTime?: number
  pageSize?: number
}

/** The rows of a call page by page; back at the first page as soon as something else is asked. */
export const usePaged = <C extends Call>(
  call: C,
  asked: Omit<InputOf<C>, 'page' | 'pageSize'>,
  { staleTime = 0, pageSize = 20 }: Options = {},
) => {
  const key = JSON.stringify(asked)
  const [at, setAt] = useState({ key, page: 1 })
  const page = at.key === key ? at.page : 1
  const answer = useCall(call, { ...asked, page, pageSize } as InputOf<C>, { staleTime })
  const data = answer.data as { items: RowOf<C>[]; total: number; totalIsBound?: boolean } | undefined
  return {
    ...answer,
    data,
    rows: data?.items ?? [],
    page,
    pageSize,
    turn: (next: number) => setAt({ key, page: next }),
  }
}

interface Paged<R> extends Pick<ReturnType<typeof useCall>, 'error' | 'loading' | 'refetch'> {
  data: { total: number; totalIsBound?: boolean } | undefined
  rows: R[]
  page: number
  pageSize: number
  turn: (page: number) => void
}

interface Props<R> extends Pick<TableProps<R>, 'columns' | 'rowKey' | 'scroll' | 'rowSelection' | 'expandable'> {
  paged: Paged<R>
  /** What stands there when there is nothing, and what to do then. */
  none: string
  /** What is counted: 条, 笔, 人. */
  unit?: string
}

/** A list inside a record, a drawer or a dialog: why it is not there, its rows and its pages; a page's own list is `defineList`. */
export const PagedTable = <R extends object>({ paged, none, unit, rowKey = 'id', ...table }: Props<R>) => {
  const { data, error, rows, page, pageSize, turn } = paged
  return (
    <>
      <ReadFault error={error} again={paged.refetch} old={data} />
      <Table<R>
        {...table}
        size="small"
        rowKey={rowKey}
        loading={waiting(paged.loading)}
        dataSource={rows}
        locale={emptyOf(paged, none)}
        pagination={{
          ...{ current: page, pageSize, total: data?.total ?? 0, size: 'small', showSizeChanger: false },
          showTotal: (total: number) => totalText(total, data?.totalIsBound, unit),
          onChange: turn,
        }}
      />
    </>
  )
}

/** Columns of fields: by name as wide as they are, or with their width in px; `tones` of a field's values by its name. */
export const columnsOf = (
  shape: Shape,
  fields: readonly string[] | Readonly<Record<string, number>>,
  tones: Readonly<Record<string, Tones>> = {},
) => {
  const widths: [string, number?][] = Array.isArray(fields) ? fields.map((key) => [key]) : Object.entries(fields)
  return widths.map(([key, width]) => {
    const meta = metaAt(shape, key)
    return {
      ...{ key, dataIndex: key, title: meta.title, width },
      align: isNumeric(meta) ? ('right' as const) : undefined,
      render: (value: unknown) => <Value meta={meta} value={value} tones={tones[key]} />,
    }
  })
}
