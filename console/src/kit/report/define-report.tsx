import type { Call } from '@yibao/shared/call.ts'
import { formatDay, shortTime } from '@yibao/shared/time.ts'
import { Button, Empty, Select, Tag } from 'antd'
import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { go } from '../../state/go.ts'
import { useCan } from '../../state/me.ts'
import { useShell } from '../../state/shell.ts'
import { useDialogs } from '../dialogs.tsx'
import { metaAt, rowShapeOf, shapeOf } from '../fields.ts'
import { Segmented, Skeleton } from '../late/antd.ts'
import { late } from '../late/late.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import list from '../list/list.module.css'
import { SavedFilters } from '../list/saved-filters.tsx'
import { SlowNotice } from '../list/slow-notice.tsx'
import type { Filter } from '../list/types.ts'
import { ReadFault } from '../read-fault.tsx'
import texts from '../values.module.css'
import { drawnOf } from './drawn.ts'
import { Figures } from './figures.tsx'
import { periodsOf } from './periods.ts'
import styles from './report.module.css'
import { ReportTools } from './tools.tsx'
import type { ReportColumn, ReportSpec } from './types.ts'
import { type ReportAnswer, useReport } from './use-report.ts'

const Chart = lazy(() => import('./chart.tsx'))
const ReportTable = late(async () => ({ default: (await import('./report-table.tsx')).ReportTable }))

type Row = ReportAnswer['items'][number]
const links =
  (can: ReturnType<typeof useCan>, { drill, drillNeed }: ReportSpec<Call, Row>, filters: Record<string, unknown>) =>
  (row: Row) => {
    const mayFollow = ([column]: [string, unknown]) => {
      const need = typeof drillNeed === 'function' ? drillNeed(column, row) : drillNeed
      return !need || can(need)
    }
    return Object.fromEntries(Object.entries(drill?.(row, filters as never) ?? {}).filter(mayFollow))
  }

/** A report from data: its question, its sums as tiles, a chart or a table of its groups, and the lists it counts. */
export const defineReport = <C extends Call>(given: ReportSpec<C>): ComponentType => {
  const spec = given as unknown as ReportSpec<Call, Row>
  const { call, chart } = spec
  const shape = rowShapeOf(call.result)
  const totals = shapeOf(shapeOf(call.result).totals!)
  const groups = metaAt(call.input.shape, spec.groupBy).choices ?? {}
  const byMonth = metaAt(call.input.shape, 'from').kind === 'month'
  const choices = Object.entries(groups).map(([value, label]) => ({ value, label }))
  const columns = spec.columns.map((column): ReportColumn => (typeof column === 'string' ? { key: column } : column))
  const filters = (spec.filters as (string | Filter<Record<string, unknown>>)[]).map((filter) =>
    typeof filter === 'string' ? { key: filter } : filter,
  )
  const chartOf = ({ items }: ReportAnswer) => drawnOf(shape, chart, items)

  return function Report() {
    const first = spec.initial as () => Record<string, unknown>
    const report = useReport(call, first, spec.address)
    const { state, change, search, answer, data, answered, asTable, showTable, input } = report
    const [dialogs, holder] = useDialogs()
    const can = useCan()
    const groupOf = (asked: typeof answered) => String(asked[spec.groupBy] ?? Object.keys(groups)[0])
    const group = groupOf(state.filters)
    const groupTitle = (groups[groupOf(answered)] ?? '分组').replace(/^按/, '')
    const linksOf = links(can, spec, answered)
    const drawn = useMemo(() => data && chartOf(data), [data])
    const sentence = data && spec.sentence?.(data as never)
    const mobile = useShell((shell) => shell.device === 'mobile')
    const regroup = (value: string) => search({ ...state.filters, [spec.groupBy]: value })
    const { refetch } = answer
    const shown = data?.items.length ? data : undefined
    const pick = (key: string | undefined) => {
      const row = data?.items.find((one) => one.key === key)
      const to = row && Object.values(linksOf(row))[0]
      if (to) go(to)
      else if (!row) showTable(true)
    }

    return (
      <div className={list.list}>
        <nav className={styles.periods} aria-label="期间">
          {periodsOf(formatDay(new Date()), byMonth, spec.kept).map(({ text, from, to }) => (
            <Tag.CheckableTag
              key={text}
              checked={state.filters.from === from && state.filters.to === to}
              onChange={() => search({ ...state.filters, from, to })}
            >
              {text}
            </Tag.CheckableTag>
          ))}
        </nav>
        <FilterBar
          call={call}
          filters={filters}
          values={state.filters}
          onSearch={search}
          onReset={() => search(first())}
          onDraft={report.setPending}
        >
          <SavedFilters tableId={spec.tableId} values={state.filters} onApply={search} dialogs={dialogs} />
        </FilterBar>
        <ReadFault error={answer.error} again={refetch} old={data} />
        <Figures shape={totals} totals={data?.totals} names={spec.figures} />
        <div className={list.bar}>
          {spec.back && <Button onClick={() => go(spec.back!.to)}>{spec.back.text}</Button>}
          {mobile ? (
            <Select<string> aria-label="分组" value={group} options={choices} onChange={regroup} />
          ) : (
            <Segmented aria-label="分组" value={group} options={choices} onChange={regroup} />
          )}
          <Segmented
            aria-label="显示方式"
            value={asTable ? 'table' : 'chart'}
            options={[
              { value: 'chart', label: '图表' },
              { value: 'table', label: '表格' },
            ]}
            onChange={(value) => showTable(value === 'table')}
          />
          <div className={list.barEnd}>
            <SlowNotice waiting={answer.fetching} />
            {data && <small className={texts.grey}>{shortTime(data.at, new Date())} 统计</small>}
            <ReportTools
              {...{ spec: spec as never, shape, groupTitle, columns, data, answered, state, input, dialogs, refetch }}
            />
          </div>
        </div>
        {answer.loading && <Skeleton active paragraph={{ rows: 8 }} />}
        {data && !shown && (
          <div className={styles.panel}>
            <Empty description={spec.empty} />
          </div>
        )}
        {shown && !asTable && (
          <section className={styles.panel} aria-label="图表">
            {sentence && <p>{sentence}</p>}
            <Suspense fallback={<div className={styles.chart} aria-busy="true" />}>
              <Chart
                data={drawn!}
                label={`${groupTitle}统计图。${sentence ?? ''}数字在「表格」中`}
                onPick={(index) => pick(drawn!.keys[index])}
              />
            </Suspense>
          </section>
        )}
        {shown && asTable && (
          <ReportTable
            {...{ shape, groupTitle, columns, data: shown, state, nameWidth: spec.nameWidth ?? 150 }}
            loading={answer.fetching}
            onState={change}
            links={linksOf}
          />
        )}
        {holder}
      </div>
    )
  }
}
