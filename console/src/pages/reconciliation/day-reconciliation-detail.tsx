import { Alert, Button, Empty, Skeleton, Space } from 'antd'
import { useRef, useState } from 'react'
import { Drawer, Modal, Money, useDialogs, useDictName } from '../../kit/index.ts'
import { go } from '../../state/go.ts'
import { useCan } from '../../state/me.ts'
import { useShell } from '../../state/shell.ts'
import styles from './day-reconciliation-detail/bench.module.css'
import { classCounts, isOpen, wayText } from './day-reconciliation-detail/logic.ts'
import { classTitle, Rows } from './day-reconciliation-detail/rows.tsx'
import { Sides } from './day-reconciliation-detail/sides.tsx'
import { keyTexts } from './day-reconciliation-detail/texts.ts'
import { useBench } from './day-reconciliation-detail/use-bench.tsx'
import { useBenchKeys } from './day-reconciliation-detail/use-keys.ts'

/** The reconciliation bench (ux 3): did the customer get the goods, did the centre pay, what do I press. */
export default function DayReconciliationDetail() {
  const [dialogs, holder] = useDialogs()
  const bench = useBench(dialogs)
  const can = useCan()
  const mobile = useShell((state) => state.device === 'mobile')
  const insutype = useDictName('insutype')
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

  const { all, rows, current, group, groups, actions } = bench
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
  const sides = current && <Sides row={current} bench={bench} mayHandle={mayHandle} />

  return (
    <div className={styles.bench}>
      <header className={styles.head}>
        <h1>
          日对账 {bench.day} {group && `· ${group.storeName} · ${insutype(group.insutype)}`}
        </h1>
        <span>{wayText(groups, all)}</span>
        <span className={styles.grow} />
        <Space wrap>
          {mayHandle && <Button onClick={() => run(actions.total())}>G 对总账</Button>}
          {mayHandle && bench.selected.length > 0 && (
            <Button type="primary" onClick={() => run(actions.batch())}>
              处理选中 {bench.selected.length} 笔
            </Button>
          )}
          <Button onClick={() => run(actions.export())}>E 结果文件</Button>
        </Space>
      </header>
      {group && (
        <p className={styles.sums}>
          本地 {group.local.count} 笔 <Money value={group.local.total} /> · 基金 <Money value={group.local.fund} /> ·
          账户 <Money value={group.local.account} /> · 现金 <Money value={group.local.cash} />
          {group.centreText && ` · 中心：${group.centreText}`}
          {group.resultExpires && ` · 结果文件 ${group.resultExpires.slice(0, 16)} 失效`}
        </p>
      )}
      {bench.error && (
        <Alert
          type="error"
          showIcon
          title={bench.error.message}
          description={bench.error.tips}
          action={<Button onClick={() => run(bench.refresh())}>重新读取</Button>}
        />
      )}
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
      </div>
      <div className={styles.body}>
        <div className={styles.left}>
          {bench.loading && <Skeleton active />}
          {!bench.loading && !rows.length && !bench.error && (
            <Empty description={all.length ? '这一类没有差异' : '没有差异：两边一致'} />
          )}
          {rows.length > 0 && <Rows bench={bench} onOpen={() => setSidesShown(true)} />}
        </div>
        {!mobile && sides}
      </div>
      {!mobile && (
        <footer className={styles.foot}>
          <span>j/k 上下 · A 接受建议 · X 选中 · Shift+X 选同类 · U 撤回本地处理 · / 筛选 · ? 按键</span>
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
      <Modal open={keysShown} title="按键" footer={null} onCancel={() => setKeysShown(false)}>
        <dl className={styles.keys}>
          {keyTexts.map(([key, text]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Modal>
      {holder}
    </div>
  )
}
