import { slowSql } from '@yibao/shared/calls/slow-sql.ts'
import { Button, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../api/index.ts'
import { ReadFault } from '../../../kit/index.ts'
import styles from './slow-sql.module.css'

/** How the database would answer the statement; asked for only when somebody wants it. */
export const Plan = ({ digest }: { digest: string }) => {
  const [asked, setAsked] = useState(false)
  const { data, error, refetch } = useCall(slowSql.explain, asked ? { digest } : null, { staleTime: 0 })
  if (!asked) return <Button onClick={() => setAsked(true)}>查看执行计划</Button>
  if (error) return <ReadFault error={error} again={refetch} />
  if (!data) return <Skeleton active />
  return (
    <>
      <p className={styles.hint}>
        不看参数值的通用计划，没有执行语句；Seq Scan 表示整表扫描，行数和代价是数据库的估计。
      </p>
      <Input.TextArea
        readOnly
        aria-label="执行计划"
        className={styles.plan}
        value={data.plan}
        wrap="off"
        autoSize={{ minRows: 3, maxRows: 18 }}
      />
    </>
  )
}
