import { specialMedical } from '@yibao/shared/calls/filing.ts'
import { Alert } from 'antd'
import { useCall } from '../../../api/index.ts'
import { ReadFault } from '../../../kit/index.ts'

/** Says so where the area's centre takes no such filings: its edition of the standard has no transaction for them. */
export const Standing = () => {
  const { data, error, refetch } = useCall(specialMedical.standing, {})
  if (!data) return <ReadFault error={error} again={refetch} />
  return data.taken ? null : <Alert type="warning" showIcon title={data.note} />
}
