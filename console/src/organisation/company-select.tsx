import { companyCalls } from '@yibao/shared/calls/organ.ts'
import { Select } from 'antd'
import { useCall } from '../api/index.ts'
import type { InputProps } from '../kit/index.ts'

/** One of the companies whose stores the person sees. */
export const CompanySelect = ({ id, value, onChange }: InputProps) => {
  const { data, loading } = useCall(companyCalls.pullCompanies, {})
  return (
    <Select
      id={id}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
      placeholder="选择公司"
      loading={loading}
      value={value as string | undefined}
      options={data?.map(({ companyId, name }) => ({ value: companyId, label: name }))}
      onChange={(next) => onChange?.(next)}
    />
  )
}
