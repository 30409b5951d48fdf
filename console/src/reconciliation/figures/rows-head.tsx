import type { ResultOf } from '@yibao/shared/call.ts'
import { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { type FigureName, figureTitles, rowKind } from '@yibao/shared/entities/figures.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { Alert, Button } from 'antd'
import { Actions, act, type Tools, useDictName } from '../../kit/index.ts'
import { go } from '../../state/go.ts'
import styles from './rows-head.module.css'
import { FigureState } from './state.tsx'
import { Triple } from './triple.tsx'

type Page = ResultOf<typeof figureBooks.dayDetail>
type Head = NonNullable<Page['head']>
const names = ['count', 'total', 'pool', 'aid', 'account', 'cash'] as const satisfies readonly FigureName[]
const kindTitle = (kind: string) => choiceTitle(rowKind, kind)

/** What to do next, where the rows alone do not tell it. */
const adviceOf = (head: Head): string | undefined => {
  if (!head.pulledAt) return '还没有拉取中心明细，下面只有本地的结算。按「拉取中心明细」逐笔核对。'
  if (head.state === '3' && !head.open)
    return '两边合计不平，逐笔却没有未处理的差异。请重新拉取中心明细；仍然如此的，核对「医保配置」的退费计数方式。'
  return undefined
}

const pull = act({
  key: 'pull',
  text: '拉取中心明细',
  primary: true,
  call: figureBooks.pullDetail,
  input: ({ id }: Head) => ({ groupId: id }),
  progress: '拉取中心明细',
})

/** Which group it is, how far it came, and both sides of its sums. */
export const RowsHead = ({ tools, result }: { tools: Tools; result?: Page }) => {
  const insutype = useDictName('insutype')
  const head = result?.head
  if (result && !head)
    return (
      <Alert
        type="info"
        showIcon
        title="请从「江苏日对账」选择一组"
        action={
          <Button type="primary" onClick={() => go('/reconciliation/js-day-reconciliation-v2')}>
            打开江苏日对账
          </Button>
        }
      />
    )
  if (!head) return null
  const advice = adviceOf(head)
  const counts = head.counts.filter(({ count }) => count)
  return (
    <section className={styles.head} aria-label="合计">
      <header>
        <h2>
          {head.day} · {head.storeName} · {insutype(head.insutype)}
        </h2>
        <FigureState row={head} />
        <span className={styles.counts}>
          {counts.map(({ kind, count }) => `${kindTitle(kind)} ${count}`).join(' · ')}
          {head.pulledAt && ` · 明细 ${head.pulledAt.slice(5, 16)}`}
        </span>
        <span className={styles.actions}>
          <Actions actions={[pull]} target={head} tools={tools} />
        </span>
      </header>
      <div className={styles.sums}>
        <span>
          <b />
          <span>本地</span>
          <span>中心</span>
          <span>差额</span>
        </span>
        {names.map((name) => (
          <span key={name}>
            <b>{figureTitles[name]}</b>
            <Triple row={head} name={name} />
          </span>
        ))}
      </div>
      {/* What is apart stands above; anything else has to be said. */}
      {head.centreText && head.state !== '3' && <p>{head.centreText}</p>}
      {advice && <Alert type="warning" showIcon title={advice} />}
    </section>
  )
}
