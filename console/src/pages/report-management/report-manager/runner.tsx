import { PrinterOutlined, ReloadOutlined } from '@ant-design/icons'
import type { Call } from '@yibao/shared/call.ts'
import { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { reportBounds } from '@yibao/shared/entities/report-definition.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { sourceOf } from '@yibao/shared/reporting/sources.ts'
import { formatDay, shortTime } from '@yibao/shared/time.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../api/index.ts'
import {
  Drawer,
  ExportButton,
  FilterBar,
  ReadFault,
  type RowOf,
  type Tools,
  totalText,
  useWork,
  whileRunning,
} from '../../../kit/index.ts'
import { StoreFilter } from '../../../organisation/store-filter.tsx'
import { mostPrinted, printReport } from './print.ts'
import { askedOf, columnsOf, type Definition, firstQuestion, questionShape } from './question.ts'
import styles from './report-run.module.css'
import { ResultTable } from './result-table.tsx'

interface Props {
  row: RowOf<typeof reportDefinition.paged>
  /** The newest version over one's own data, in place of what is in force. */
  draft?: boolean
  /** The period it opens with, in place of its own. */
  period?: { from: string; to: string }
  tools: Tools
  onClose: () => void
}

/** px; what is left of the page tells whose report it is. */
const widest = 1240
const pageSize = 50

interface State {
  question: Record<string, unknown>
  page: number
  sort: { sortField?: string; sortOrder?: 'ascend' | 'descend' }
}

const Run = ({ definition, draft, period, tools }: { definition: Definition } & Omit<Props, 'row' | 'onClose'>) => {
  const first = () => ({ ...firstQuestion(definition, formatDay(new Date())), ...period })
  const [state, setState] = useState<State>(() => ({ question: first(), page: 1, sort: {} }))
  const [printing, work] = useWork()
  const { question, page, sort } = state
  const asked = { id: definition.id, ...askedOf(question) }
  const call = draft ? reportDefinition.preview : reportDefinition.run
  const input = draft ? asked : { ...asked, ...sort, page, pageSize }
  const answer = useCall(call as typeof reportDefinition.run, input, { keepPrevious: true, staleTime: 0 })
  const { data } = answer
  const columns = columnsOf(definition)
  const shape = questionShape(definition)
  const search = (next: State['question']) => setState({ question: next, page: 1, sort })
  const tooMany = data !== undefined && data.total > mostPrinted
  return (
    <div className={styles.run}>
      <FilterBar
        // The question is a list's: a call is what tells the form its fields.
        call={{ path: `report-${definition.id}`, input: { shape } } as unknown as Call}
        filters={Object.keys(shape).map((key) => ({
          key,
          ...(key === 'from' && { title: sourceOf(definition.source).period }),
          ...(key === 'storeId' && { input: StoreFilter }),
        }))}
        values={question}
        onSearch={search}
        onReset={() => search(first())}
      />
      <ReadFault error={answer.error} again={answer.refetch} />
      <div className={styles.bar}>
        {data && (
          <span>
            {draft && data.total > reportBounds.preview ? `前 ${formatCount(reportBounds.preview)} 行，` : ''}
            {totalText(data.total, data.totalIsBound, '行')} · {data.from} 至 {data.to} ·{' '}
            {shortTime(data.at, new Date())} 统计
          </span>
        )}
        <div className={styles.end}>
          {!draft && (
            <>
              <ExportButton
                call="reportDefinition.run"
                title={definition.content.name}
                columns={columns.map(({ key, title }) => ({ key, title }))}
                shown={columns.map(({ key, title }) => ({ key, title }))}
                state={{ filters: {}, page: 1, ...sort }}
                matching={{ input: asked, total: data?.total, bound: data?.totalIsBound ?? false }}
                tools={tools}
              />
              <Button
                icon={<PrinterOutlined />}
                {...whileRunning(printing)}
                disabled={!data?.total || tooMany}
                title={tooMany ? `超过 ${formatCount(mostPrinted)} 行，请导出后打印` : undefined}
                onClick={() => void work(() => printReport(definition, question, sort))}
              >
                打印
              </Button>
            </>
          )}
          <Button icon={<ReloadOutlined />} aria-label="刷新" title="刷新" onClick={() => void answer.refetch()} />
        </div>
      </div>
      <ResultTable
        columns={columns}
        data={answer.error ? undefined : data}
        loading={answer.fetching}
        sort={sort}
        page={draft ? undefined : { current: page, pageSize }}
        onChange={(next) => setState({ ...state, ...next })}
      />
    </div>
  )
}

/** A report: its question, its rows with their sums, its sheet and its paper. */
export default function Runner({ row, draft, period, tools, onClose }: Props) {
  const version = draft ? undefined : row.published
  const { data, error, refetch } = useCall(reportDefinition.get, { id: row.id, version }, { staleTime: 0 })
  const title = `${row.code} ${data?.content.name ?? row.name}`
  return (
    <Drawer
      open
      size={Math.min(widest, innerWidth)}
      title={draft ? `预览 ${title}（第 ${row.version} 版，自己门店的数据）` : title}
      onClose={onClose}
    >
      <ReadFault error={error} again={refetch} waits={!data} />
      {data && <Run {...{ definition: data, draft, period, tools }} />}
    </Drawer>
  )
}
