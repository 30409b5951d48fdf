import { Button, Empty } from 'antd'
import { openText } from '../../../reconciliation/day-result.ts'
import type { Bench } from './use-bench.ts'

/** Why there is no difference to see: only an equal group may say that both sides agree. */
const Nothing = ({ bench, mayHandle }: { bench: Bench; mayHandle: boolean }) => {
  const { all, group, actions } = bench
  if (all.length) return <Empty description="这一类没有差异" />
  if (!group || group.state === '2') return <Empty description={group ? '没有差异：两边一致' : '没有差异'} />
  const unequal = group.state === '3' || group.state === '4'
  const run = (work: Promise<unknown>) => void work.catch(() => undefined)
  return (
    <Empty description={openText(group)}>
      {mayHandle && (
        <Button type="primary" onClick={() => run(unequal ? actions.detail() : actions.total())}>
          {unequal ? '对明细' : '对总账'}
        </Button>
      )}
    </Empty>
  )
}

export default Nothing
