import { companyCalls } from '@yibao/shared/calls/organ.ts'
import { Select } from 'antd'
import { useCall } from '../api/index.ts'
import { type InputProps, optionsRead } from '../kit/index.ts'

/** One of the companies whose stores the person sees. */
export const CompanySelect = ({ id, value, onChange }: InputProps) => {
  const answer = useCall(companyCalls.pullCompanies, {})
  return (
    <Select
      {...optionsRead(answer)}
      id={id}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
      placeholder="选择公司"
      value={value as string | undefined}
      options={answer.data?.map(({ companyId, name }) => ({ value: companyId, label: name }))}
      onChange={(next) => onChange?.(next)}
    />
  )
}
