import { Button } from 'antd'
import { sentenceOf } from '../../api/index.ts'
import styles from './disease.module.css'
import type { Disease } from './look.ts'

interface BalancesProps {
  data: readonly Disease[] | undefined
  error: unknown
  again: () => unknown
}

/** What stands below the rows of their limits: that they are being asked for, could not be read, or that there are none. */
export const Balances = ({ data, error, again }: BalancesProps) => {
  if (error)
    return (
      <p className={styles.grey}>
        本年已用没有查到：{sentenceOf(error)} <Button onClick={again}>再查一次</Button>
      </p>
    )
  if (!data) return <p className={styles.grey}>正在查询本年已用…</p>
  const none = data.every(({ limit, used }) => limit === undefined && used === undefined)
  return none ? <p className={styles.grey}>医保中心没有给出这些病种的限额和已用</p> : null
}
