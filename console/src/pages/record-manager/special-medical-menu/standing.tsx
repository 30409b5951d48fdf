import { specialMedical } from '@yibao/shared/calls/filing.ts'
import { Alert } from 'antd'
import { useCall } from '../../../api/index.ts'

/** Says so where the area's centre takes no such filings: its edition of the standard has no transaction for them. */
export const Standing = () => {
  const { data } = useCall(specialMedical.standing, {})
  return data && !data.taken ? <Alert type="warning" showIcon title={data.note} /> : null
}
