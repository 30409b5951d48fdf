import { movesMoney } from '@yibao/shared/entities/reconciliation.ts'
import { Button, Space, Tooltip } from 'antd'
import { Status, whileRunning } from '../../kit/index.ts'
import { Amounts } from './amounts.tsx'
import { actionTitle } from './decide.tsx'
import { choicesOf, type Difference, isOpen, mayBeAsked, needsAsking } from './logic.ts'
import type { Repairs } from './repairs.ts'
import styles from './sides.module.css'
import { classTexts, effectTexts } from './texts.ts'

interface Props {
  row: Difference
  actions: Repairs
  mayHandle: boolean
  /** The keys of the bench work where this stands. */
  keys?: boolean
  /** What is being done with a row, by a button or a key. */
  isRunning: (name: keyof Repairs, row: Difference) => boolean
}

/** Both sides of a difference: cause with its evidence, one proposed repair with its effect, class of risk (ux 3). */
export const Sides = ({ row, actions, mayHandle, keys = false, isRunning }: Props) => {
  const by = (key: string) => (keys ? `${key} ` : '')
  const turning = whileRunning(isRunning('handle', row))
  const run = (work: unknown) => void Promise.resolve(work).catch(() => undefined)
  const first = needsAsking(row)
  // Of sums the centre tells no figures to stand beside ours: the evidence has what both say.
  const ofRows = row.class !== 'totals'
  const untold = row.msgidTail && !row.evidence.some((one) => one.includes(row.msgidTail!))
  const blocked = row.locked ? '系统正在核实这一笔' : undefined
  const asking = (row.orderId || mayBeAsked(row)) && (
    <Button
      {...(first && { type: 'primary' as const, disabled: row.locked })}
      {...turning}
      onClick={() => run(actions.ask(row))}
    >
      {by('R')}
      {row.orderId ? '查询中心' : '查询中心明细'}
    </Button>
  )
  return (
    <section className={styles.sides} aria-live="polite">
      <header>
        <h3>{ofRows ? row.maskedName : '整组合计'}</h3>
        <Status tone={row.risk === 'money' ? 'harm' : 'action'}>
          {row.risk === 'money' ? '风险：涉及资金' : '风险：仅本地'}
        </Status>
      </header>
      <p>{classTexts[row.class]}</p>
      {ofRows && <Amounts row={row} />}
      <dl>
        {ofRows && (
          <>
            <dt>结算号</dt>
            <dd>{row.centre?.setlId || row.local?.setlId || '--'}</dd>
          </>
        )}
        <dt>依据</dt>
        <dd>
          {row.evidence.length ? row.evidence.map((one) => <div key={one}>{one}</div>) : '原因未知'}
          {untold && <div>报文尾号 {row.msgidTail}</div>}
        </dd>
        {isOpen(row) && row.proposal && (
          <>
            <dt>处理后</dt>
            <dd>{effectTexts[row.proposal]}</dd>
          </>
        )}
        {!isOpen(row) && (
          <>
            <dt>已处理</dt>
            <dd>
              {row.handledAction && actionTitle(row.handledAction)} · {row.handledBy} · {row.handledAt}
              {row.handledNote && <div>说明：{row.handledNote}</div>}
            </dd>
          </>
        )}
      </dl>
      {mayHandle && (
        <Space wrap className={styles.actions}>
          {isOpen(row) && row.proposal && (
            <Tooltip title={blocked}>
              <Button
                type="primary"
                danger={movesMoney(row.proposal)}
                disabled={row.locked}
                {...turning}
                onClick={() => run(actions.accept(row))}
              >
                {by('A')}
                {actionTitle(row.proposal)}
                {movesMoney(row.proposal) && '…需授权'}
              </Button>
            </Tooltip>
          )}
          {first && asking}
          {isOpen(row) &&
            choicesOf(row).map((action) => (
              <Button
                key={action}
                danger={movesMoney(action)}
                disabled={row.locked}
                {...turning}
                onClick={() => run(actions.handle(row, action))}
              >
                {actionTitle(action)}
                {movesMoney(action) && '…需授权'}
              </Button>
            ))}
          {!first && asking}
          {isOpen(row) && (
            <Button disabled={row.locked} {...turning} onClick={() => run(actions.note(row))}>
              {by('N')}标记处理
            </Button>
          )}
          {row.undoable && (
            <Button {...turning} onClick={() => run(actions.undo(row))}>
              {by('U')}撤回
            </Button>
          )}
        </Space>
      )}
      {row.locked && <Status tone="warn">系统正在核实</Status>}
    </section>
  )
}
