import { Checkbox } from 'antd'
import { useEffect, useRef } from 'react'
import { Money, Status } from '../../../kit/index.ts'
import { actionTitle, classTitle } from '../../../reconciliation/repair/decide.tsx'
import { amountOf, isOpen, sameClass } from '../../../reconciliation/repair/logic.ts'
import styles from './bench.module.css'
import type { Bench } from './use-bench.ts'

/** The differences, one line each; the current one is marked and kept in view. */
export const Rows = ({ bench, onOpen }: { bench: Bench; onOpen: () => void }) => {
  const { rows, current, selected } = bench
  const table = useRef<HTMLTableElement>(null)
  const currentId = current?.id
  const same = currentId ? sameClass(rows, currentId) : []
  const marked = same.length > 0 && same.every((id) => selected.includes(id))
  useEffect(() => {
    if (currentId) table.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  return (
    <table className={styles.rows} ref={table} aria-label="差异">
      <thead>
        <tr>
          <th>
            <Checkbox aria-label="同类" checked={marked} onChange={() => bench.select(marked ? [] : same)} />
          </th>
          <th>时间</th>
          <th>参保人</th>
          <th className={styles.number}>总额</th>
          <th>类别</th>
          <th>建议</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.id}
            aria-selected={row.id === currentId}
            data-done={!isOpen(row) || undefined}
            onClick={() => {
              bench.setCursor(row.id)
              onOpen()
            }}
          >
            <td>
              <Checkbox
                aria-label={`选中 ${row.maskedName}`}
                checked={selected.includes(row.id)}
                disabled={!isOpen(row) || row.locked}
                onClick={(event) => event.stopPropagation()}
                onChange={() => bench.toggle(row.id)}
              />
            </td>
            <td>{row.at ? row.at.slice(5, 16) : '--'}</td>
            <td>{row.maskedName}</td>
            <td className={styles.number}>
              <Money value={amountOf(row)} />
            </td>
            <td>{classTitle(row.class)}</td>
            <td>
              {row.locked ? (
                <Status tone="warn">核实中</Status>
              ) : isOpen(row) ? (
                row.proposal ? (
                  actionTitle(row.proposal)
                ) : (
                  '需查看'
                )
              ) : (
                <Status tone="good">已处理</Status>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
