import { ReloadOutlined } from '@ant-design/icons'
import type { Call } from '@yibao/shared/call.ts'
import type { Wanted } from '@yibao/shared/permission.ts'
import { Button } from 'antd'
import { type ComponentType, useMemo, useRef, useState } from 'react'
import { useCan } from '../../state/me.ts'
import { useShell } from '../../state/shell.ts'
import { metaAt, valueAt } from '../fields.ts'
import { FocusBack } from '../focus-back.tsx'
import { Segmented } from '../late/antd.ts'
import { whenIdle } from '../late/idle.ts'
import { Cards, Picked } from '../late/list.ts'
import { nothingOf, ReadFault } from '../read-fault.tsx'
import { Value } from '../value.tsx'
import { Actions } from './actions.tsx'
import { ColumnPanel } from './column-panel.tsx'
import { ExportButton } from './export/export-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useKeyboardScroll } from './keyboard-scroll.ts'
import styles from './list.module.css'
import { MoreMenu } from './more-menu.tsx'
import { useOfToday } from './of-today.ts'
import { Rows } from './rows.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { shownColumns } from './settings.ts'
import { SlowNotice } from './slow-notice.tsx'
import { type FullSpec, fullSpec, type Row, type TitledColumn } from './spec.ts'
import { firstPage, totalText } from './state.ts'
import type { ListSpec } from './types.ts'
import { useAsked } from './use-asked.ts'
import { useList } from './use-list.ts'
import { useTable } from './use-table.ts'

whenIdle(async () => (await import('./cut-text.ts')).watchCut())

const pageSizes = [10, 20, 50, 100]

const mayExport = ({ call, exportAs }: FullSpec, can: (wanted: Wanted) => boolean) =>
  exportAs !== undefined && [call.menu ?? []].flat().some((menuCode) => can({ menuCode, buttonCode: 'export' }))

/**
 * A list page from data: filters, columns and formats come from the call's own fields, actions from the spec, page
 * state survives F5 and stands in the address (console 4.3).
 */
export const defineList = <C extends Call>(given: ListSpec<C>): ComponentType => {
  const spec = fullSpec(given)
  const { tableId, call, initial, rowKey, empty, onOpen, shape } = spec
  const { header: Header, detail: Detail } = spec
  const views = spec.views === undefined ? undefined : metaAt(call.input.shape, String(spec.views))
  const cell = (column: TitledColumn, row: Row) =>
    column.render?.(row) ??
    column.text?.(row) ?? (
      <Value meta={metaAt(shape, column.key)} value={valueAt(row, column.key)} tones={column.tones} />
    )

  return function List() {
    const { settings, changed, save, publish } = useTable(tableId)
    const list = useList(spec, settings.pageSize)
    const { state, change, search, kept, apply, answer, page, rows, tools, matching, answered, holder } = list
    const [ticked, setTicked] = useState<unknown[]>([])
    // Only what is in view can be meant by an action: rows of another page, node or filter are not.
    const picked = rows.filter((row) => ticked.includes(row[rowKey]))
    const [pending, setPending] = useState(false)
    useOfToday(state, initial, change, picked.length > 0 || pending)
    const pick = (some: Row[]) => setTicked(some.map((row) => row[rowKey]))
    const [opened, setOpened] = useState<Row | null>(null)
    const can = useCan()
    const columns = shownColumns(spec.columns, settings)
    const mobile = useShell((shell) => shell.device === 'mobile')
    const frame = useRef<HTMLDivElement>(null)
    useKeyboardScroll(frame)

    // The opened row follows the list: an action on it shows its new state.
    const shownRow = opened && (rows.find((row) => row[rowKey] === opened[rowKey]) ?? opened)
    const openable = onOpen ?? Detail
    const open = openable && ((row: Row) => (onOpen ? onOpen(row) : setOpened(row)))
    const unticked = (ask: typeof search) => (filters: Row) => {
      setTicked([])
      ask(filters)
    }
    const find = unticked(search)
    useAsked({ rows, rowKey, waiting: answer.fetching, search: find, open })
    // With rows elsewhere this page is about to be left.
    const nothing = nothingOf({ data: page && page.total === 0, error: answer.error }, empty)
    const pagination = {
      current: state.page,
      pageSize: settings.pageSize,
      total: page?.total ?? 0,
      showSizeChanger: true,
      pageSizeOptions: pageSizes,
      size: 'small' as const,
      // What is heard of each answer, however often it is the same.
      showTotal: (total: number) => (
        <span role="status">
          <span key={answer.updatedAt}>{totalText(total, matching.bound)}</span>
        </span>
      ),
      onChange: (next: number, pageSize: number) => {
        if (pageSize !== settings.pageSize) save({ ...settings, pageSize })
        change({ ...state, page: pageSize === settings.pageSize ? next : firstPage })
      },
    }

    // A row that is ticked or opened is none of its business.
    const filterBar = useMemo(
      () => (
        <FilterBar
          call={call}
          filters={spec.filters}
          values={state.filters}
          onSearch={find}
          onReset={() => find({ ...(initial?.() as Row | undefined) })}
          onDraft={setPending}
        >
          <SavedFilters tableId={tableId} values={kept} onApply={unticked(apply)} dialogs={tools.dialogs} />
        </FilterBar>
      ),
      [state, tools],
    )

    return (
      <div className={styles.list} ref={frame}>
        {Header && <Header tools={tools} result={page} state={state} updatedAt={answer.updatedAt} />}
        {views && (
          <Segmented
            aria-label={views.title}
            className={styles.views}
            value={String(state.filters[spec.views!] ?? '')}
            options={Object.entries(views.choices ?? {}).map(([value, label]) => ({ value, label }))}
            onChange={(value) => find({ ...state.filters, [spec.views!]: value })}
          />
        )}
        {spec.filters.length > 0 && filterBar}
        <div className={styles.bar}>
          <Actions actions={spec.actions} target={rows} tools={tools} />
          {picked.length > 0 && (
            <Picked
              key={JSON.stringify(matching.input)}
              batch={spec.batch}
              shape={spec.shape}
              shown={columns}
              picked={picked}
              matching={matching}
              counts={spec.counts}
              tools={tools}
              onClear={() => setTicked([])}
            />
          )}
          <div className={styles.barEnd}>
            <SlowNotice waiting={answer.fetching} />
            {mayExport(spec, can) && (
              <ExportButton
                call={spec.exportAs!}
                columns={spec.columns}
                shown={columns}
                state={state}
                matching={matching}
                tools={tools}
              />
            )}
            <Button icon={<ReloadOutlined />} aria-label="刷新" title="刷新" onClick={tools.refetch} />
            <ColumnPanel
              columns={spec.columns}
              settings={settings}
              changed={changed}
              onChange={save}
              onPublish={publish}
            />
            <MoreMenu {...{ spec, rows, columns, answered }} printable={!spec.printNeed || can(spec.printNeed)} />
          </div>
        </div>
        <ReadFault error={answer.error} again={tools.refetch} old={rows[0]} />
        {mobile ? (
          <Cards
            rows={rows}
            columns={columns}
            rowKey={rowKey}
            cell={cell}
            loading={answer.loading}
            empty={nothing}
            onOpen={open}
            picked={picked}
            onPick={spec.batch.length > 0 ? pick : undefined}
            state={state}
            onState={change}
            actions={(row) => <Actions actions={spec.rowActions} target={row} tools={tools} />}
            pagination={pagination}
          />
        ) : (
          <Rows
            spec={spec}
            rows={rows}
            settings={settings}
            onSettings={save}
            state={state}
            onState={change}
            cell={cell}
            tools={tools}
            picked={picked}
            onPick={pick}
            openedKey={shownRow?.[rowKey]}
            onOpen={open}
            loading={answer.fetching}
            empty={nothing}
            pagination={pagination}
          />
        )}
        {Detail && shownRow && (
          <FocusBack>
            <Detail row={shownRow} onClose={() => setOpened(null)} tools={tools} />
          </FocusBack>
        )}
        {holder}
      </div>
    )
  }
}
