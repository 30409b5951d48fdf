import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { Select } from 'antd'
import { useCall } from '../../../api/index.ts'
import type { InputProps } from '../../../kit/index.ts'

/** An area whose dictionary the person may look at; his own without a choice. */
export const AreaSelect = ({ id, value, onChange }: InputProps) => {
  const answer = useCall(dictionary.insDistricts, {}, { staleTime: 300_000 })
  return (
    <Select
      id={id}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
      placeholder="当前区划"
      loading={answer.loading}
      value={value as string | undefined}
      options={answer.data?.map((area) => ({ value: area.value, label: `${area.name} ${area.value}` }))}
      onChange={(next) => onChange?.(next)}
    />
  )
}
