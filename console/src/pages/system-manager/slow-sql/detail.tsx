import { slowSql } from '@yibao/shared/calls/slow-sql.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useCall } from '../../../api/index.ts'
import { copyText, Group, ReadFault, RecordDrawer } from '../../../kit/index.ts'
import { SmallChart } from '../../../kit/late/charts.tsx'
import { chartOf, sentenceOf } from './days.ts'
import { Plan } from './plan.tsx'
import styles from './slow-sql.module.css'

/** One statement: the whole of it, its days, who asked for it, its plan, and others about the same tables. */
export default function SlowDetail({ digest: opened, onClose }: { digest: string; onClose: () => void }) {
  const [digest, setDigest] = useState(opened)
  const { data, error, refetch } = useCall(slowSql.get, { digest })
  const chart = useMemo(() => data && { drawn: chartOf(data.days), words: sentenceOf(data.days) }, [data])
  return (
    <RecordDrawer
      title={`语句 ${digest}`}
      onClose={onClose}
      footer={digest === opened ? undefined : <Button onClick={() => setDigest(opened)}>回到语句 {opened}</Button>}
    >
      <ReadFault error={error} again={refetch} waits={!data} />
      {data && chart && (
        <>
          <Group title="完整语句">
            <p className={styles.hint}>
              参数的值不记录；语句里写死的文字和长数字也换成了 $ 加序号。
              <Button type="link" size="small" onClick={() => void copyText(data.text)}>
                复制语句
              </Button>
            </p>
            <Input.TextArea
              readOnly
              aria-label="完整语句"
              className={styles.code}
              value={data.text}
              autoSize={{ minRows: 2, maxRows: 14 }}
            />
          </Group>
          <Group title="每天">
            <p className={styles.hint}>{chart.words}</p>
            <SmallChart data={chart.drawn} label={`每天慢的次数和最长时间：${chart.words}`} />
          </Group>
          <Group title="调用来源">
            <ul className={styles.lines}>
              {data.sources.map(({ node, caller, count, averageMs, maxMs, lastAt }) => (
                <li key={`${node} ${caller}`}>
                  <span>
                    {caller} · {node}
                  </span>
                  <small>
                    {formatCount(count)} 次，平均 {averageMs} ms，最长 {maxMs} ms，最近 {lastAt.slice(5, 16)}
                  </small>
                </li>
              ))}
            </ul>
          </Group>
          <Group title="执行计划">
            {data.explainable ? (
              <Plan key={digest} digest={digest} />
            ) : (
              <p className={styles.hint}>
                只有查询语句可以看执行计划；这条会改数据或太长，请把完整语句交给数据库管理员。
              </p>
            )}
          </Group>
          <Group title="同样表的其他慢语句">
            {data.similar.length === 0 && <p className={styles.hint}>没有</p>}
            <ul className={styles.lines}>
              {data.similar.map(({ digest: other, statement, count, maxMs }) => (
                <li key={other}>
                  <Button type="link" size="small" onClick={() => setDigest(other)}>
                    {other}
                  </Button>
                  <small>
                    {formatCount(count)} 次，最长 {maxMs} ms
                  </small>
                  <small className={styles.statement} title={statement}>
                    {statement}
                  </small>
                </li>
              ))}
            </ul>
          </Group>
        </>
      )}
    </RecordDrawer>
  )
}
