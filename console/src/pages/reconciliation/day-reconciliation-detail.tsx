import { Button, Empty, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import { Drawer, late, ReadFault, useDialogs } from '../../kit/index.ts'
import { classTitle } from '../../reconciliation/repair/decide.tsx'
import { classCounts, isOpen } from '../../reconciliation/repair/logic.ts'
import { Sides } from '../../reconciliation/repair/sides.tsx'
import { go } from '../../state/go.ts'
import { useCan } from '../../state/me.ts'
import { useShell } from '../../state/shell.ts'
import styles from './day-reconciliation-detail/bench.module.css'
import { BenchHead } from './day-reconciliation-detail/head.tsx'
import { Rows } from './day-reconciliation-detail/rows.tsx'
import { useBench } from './day-reconciliation-detail/use-bench.ts'
import { useBenchKeys } from './day-reconciliation-detail/use-keys.ts'

const BenchKeys = late(() => import('./day-reconciliation-detail/keys.tsx'))
const Nothing = late(() => import('./day-reconciliation-detail/nothing.tsx'))

/** The reconciliation bench (ux 3): did the customer get the goods, did the centre pay, what do I press. */
export default function DayReconciliationDetail() {
  const [dialogs, holder] = useDialogs()
  const bench = useBench(dialogs)
  const can = useCan()
  const mobile = useShell((state) => state.device === 'mobile')
  const [keysShown, setKeysShown] = useState(false)
  const [sidesShown, setSidesShown] = useState(false)
  const classes = useRef<HTMLDivElement>(null)
  const mayHandle = can({ menuCode: 'DayReconciliation', buttonCode: 'handle' })

  useBenchKeys(bench, {
    mayHandle,
    showKeys: () => setKeysShown(true),
    showSides: () => setSidesShown(true),
    focusFilter: () => classes.current?.querySelector('button')?.focus(),
  })

  const { all, rows, current, actions, isRunning } = bench
  if (!bench.groupId)
    return (
      <Empty description="请从日对账选择一组">
        <Button type="primary" onClick={() => go('/reconciliation/day-reconciliation')}>
          打开日对账
        </Button>
      </Empty>
    )
  const done = all.filter((row) => !isOpen(row)).length
  const run = (work: Promise<unknown>) => void work.catch(() => undefined)
  const sides = current && <Sides keys row={current} {...{ actions, isRunning, mayHandle }} />

  return (
    <div className={styles.bench}>
      <BenchHead bench={bench} mayHandle={mayHandle} />
      <ReadFault error={bench.error} again={bench.refresh} old={rows[0]} />
      <div className={styles.classes} ref={classes} role="toolbar" aria-label="类别">
        {[['', all.length] as const, ...classCounts(all)].map(([name, count]) => (
          <Button
            key={name}
            size="small"
            type={bench.onlyClass === name ? 'primary' : 'default'}
            onClick={() => bench.setOnlyClass(name)}
          >
            {name ? classTitle(name) : '全部'} {count}
          </Button>
        ))}
        {mayHandle && bench.selected.length > 0 && (
          <Button size="small" type="primary" className={styles.chosen} onClick={() => run(bench.actions.batch())}>
            处理选中 {bench.selected.length} 笔
          </Button>
        )}
      </div>
      <div className={styles.body}>
        <div className={styles.left}>
          {bench.loading && <Skeleton active />}
          {!bench.loading && !rows.length && !bench.error && <Nothing bench={bench} mayHandle={mayHandle} />}
          {rows.length > 0 && <Rows bench={bench} onOpen={() => setSidesShown(true)} />}
        </div>
        {!mobile && sides}
      </div>
      {!mobile && (
        <footer className={styles.foot}>
          <span>
            j/k 上下 · A 接受建议 · X 选中 · Shift+X 选同类 · Shift+A 处理选中 · U 撤回本地处理 · / 筛选 · ? 按键
          </span>
          <span>
            已处理 {done} / {all.length}
          </span>
        </footer>
      )}
      {mobile && (
        <Drawer
          open={sidesShown && !!sides}
          placement="bottom"
          size="large"
          title="两边"
          onClose={() => setSidesShown(false)}
        >
          {sides}
        </Drawer>
      )}
      {keysShown && <BenchKeys onClose={() => setKeysShown(false)} />}
      {holder}
    </div>
  )
}
