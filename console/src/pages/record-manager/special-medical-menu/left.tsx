import { specialMedical } from '@yibao/shared/calls/filing.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { Alert } from 'antd'
import { useCall } from '../../../api/index.ts'
import { ReadFault } from '../../../kit/index.ts'

/** How much of a special drug is left, by what this store has settled of it. */
export const Left = ({ id }: { id: string }) => {
  const { data, error, refetch } = useCall(specialMedical.left, { id })
  if (!data) return <ReadFault error={error} again={refetch} />
  const [left, limit, used] = [data.left, data.limit, data.used].map(formatCount)
  return (
    <Alert
      type={data.left === '0' ? 'warning' : 'info'}
      title={`剩余 ${left}：限额 ${limit}，本店已结算 ${used}`}
      description="只算本店的结算；其他机构的用量以医保中心为准。"
    />
  )
}
