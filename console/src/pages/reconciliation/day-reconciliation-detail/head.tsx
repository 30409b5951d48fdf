import { Button, Space } from 'antd'
import { useDictName, whileRunning } from '../../../kit/index.ts'
import { automaticOf, sumsText, wayText } from '../../../reconciliation/repair/logic.ts'
import { useCan } from '../../../state/me.ts'
import styles from './bench.module.css'
import type { Bench } from './use-bench.ts'

/** Which group of which day, how far it has come, and what both books sum up to. */
export const BenchHead = ({ bench, mayHandle }: { bench: Bench; mayHandle: boolean }) => {
  const { all, group, groups, actions, isRunning } = bench
  const insutype = useDictName('insutype')
  const can = useCan()
  const automatic = automaticOf(all).flat().length
  const run = (work: Promise<unknown>) => void work.catch(() => undefined)
  // Read when somebody prints, which is rare.
  const print = async () => (await import('./statement.ts')).printStatement(bench)
  return (
    <>
      <header className={styles.head}>
        <h2>
          日对账 {bench.day} {group && `· ${group.storeName} · ${insutype(group.insutype)}`}
        </h2>
        <span>{wayText(groups, all)}</span>
        <span className={styles.grow} />
        <Space wrap>
          {mayHandle && (
            <Button {...whileRunning(isRunning('total'))} onClick={() => run(actions.total())}>
              G 对总账
            </Button>
          )}
          {mayHandle && automatic > 0 && (
            <Button {...whileRunning(isRunning('automatic'))} onClick={() => run(actions.automatic())}>
              自动处理 {automatic}
            </Button>
          )}
          <Button onClick={() => run(actions.export())}>E 结果文件</Button>
          {group && all.length > 0 && can({ menuCode: 'DayReconciliation', buttonCode: 'print' }) && (
            <Button onClick={() => run(print())}>打印差异说明</Button>
          )}
        </Space>
      </header>
      {group && (
        <p className={styles.sums}>
          本地 {sumsText(group.local)}
          {group.compared && `（对账时 ${sumsText(group.compared)}）`}
          {group.centreText && ` · ${group.centreText}`}
          {group.resultExpires && ` · 结果文件 ${group.resultExpires.slice(0, 16)} 失效`}
        </p>
      )}
    </>
  )
}
