import { outpatient } from '@yibao/shared/calls/outpatient.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { Alert, Button, Empty, Skeleton, Space } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/index.ts'
import { type Dialogs, Drawer, ReadFault, whileRunning } from '../kit/index.ts'
import Segmented from '../kit/segmented.tsx'
import { ReadPerson } from '../persons/read-person.tsx'
import styles from './outpatient.module.css'
import { Visit, type Whose } from './visit.tsx'

const spans = [
  { value: 0, label: '当天' },
  { value: 6, label: '近 7 天' },
  { value: 30, label: '近 31 天' },
]

interface Props {
  /** The person of this order; without one a card is read. */
  orderId?: string
  /** yyyy-MM-dd of the order: the days that are asked for end a day after it. */
  day?: string
  dialogs: Dialogs
  onClose: () => void
}

const today = () => formatDay(new Date())
const earlier = (a: string, b: string) => (a < b ? a : b)

/** What the centre has of a person at this store, each settlement beside ours. */
export const CentreVisits = ({ orderId, day, dialogs, onClose }: Props) => {
  const [readId, setReadId] = useState('')
  const [span, setSpan] = useState(orderId ? 0 : 6)
  const whose: Whose | undefined = orderId ? { orderId } : readId ? { readId } : undefined
  // A booking around midnight stands on the next day.
  const to = day ? earlier(addDays(day, 1), today()) : today()
  const from = addDays(day ?? to, -span)
  const answer = useCall(outpatient.queryCentre, whose ? { ...whose, from, to } : null, { staleTime: 0 })
  const { data } = answer
  return (
    <Drawer
      open
      size={Math.min(760, innerWidth)}
      title={data ? `${data.person} 在医保中心的结算 · ${data.storeName}` : '向医保中心核对'}
      onClose={onClose}
    >
      {!whose && <ReadPerson onRead={setReadId} then="读到后向医保中心查这位参保人在本店的结算" />}
      {whose && (
        <Space wrap className={styles.head}>
          <Segmented aria-label="查询范围" value={span} options={spans} onChange={setSpan} />
          <span>
            {from} 至 {to}
          </span>
          <Button {...whileRunning(answer.loading)} onClick={() => void answer.refetch()}>
            重新查询
          </Button>
          {!orderId && <Button onClick={() => setReadId('')}>重新读卡</Button>}
        </Space>
      )}
      <ReadFault error={answer.error} again={answer.refetch} old={data} />
      {whose && answer.loading && !data && (
        <div role="status">
          <p>正在逐笔向医保中心查询，一般几秒，就诊多时约半分钟…</p>
          <Skeleton active />
        </div>
      )}
      {data && (
        <>
          {data.left > 0 && (
            <Alert
              type="warning"
              showIcon
              title={`还有 ${data.left} 次就诊没有查到结果`}
              description="就诊太多或医保中心没有答复。请缩短查询范围，再按「重新查询」。"
            />
          )}
          {data.visits.length === 0 && !answer.loading && (
            <Empty description="这几天医保中心没有这位参保人在本店的结算，本地也没有：没有扣款" />
          )}
          {data.visits.map((visit) => (
            <Visit
              key={visit.key}
              visit={visit}
              whose={whose!}
              approval={data.approval}
              tools={{ dialogs, refetch: answer.refetch }}
            />
          ))}
          {data.elsewhere > 0 && <p className={styles.elsewhere}>另有 {data.elsewhere} 笔是其他机构的，不在这里列出</p>}
        </>
      )}
    </Drawer>
  )
}
