import { Select } from 'antd'
import { clear } from '../clear.tsx'
import type { InputProps } from './input-props.ts'

interface Props extends InputProps {
  options: readonly { value: string; label: string; disabled?: boolean; title?: string }[] | undefined
  loading?: boolean
  placeholder?: string
}

/** Several of what is offered, found by typing. */
export const ManySelect = ({ id, value, onChange, autoFocus, options, loading, placeholder = '可选多个' }: Props) => (
  <Select
    id={id}
    autoFocus={autoFocus}
    mode="multiple"
    allowClear={clear}
    showSearch={{ optionFilterProp: 'label' }}
    style={{ width: '100%' }}
    placeholder={placeholder}
    loading={loading}
    value={(value as string[] | undefined) ?? []}
    options={options?.slice()}
    onChange={(next) => onChange?.(next)}
  />
)
