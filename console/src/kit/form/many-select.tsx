import { Select } from 'antd'
import { clear } from '../clear.tsx'
import type { optionsRead } from '../options-read.tsx'
import type { InputProps } from './input-props.ts'

interface Props extends InputProps {
  options: readonly { value: string; label: string; disabled?: boolean; title?: string }[] | undefined
  /** Of options that are read. */
  read?: ReturnType<typeof optionsRead>
  placeholder?: string
}

/** Several of what is offered, found by typing. */
export const ManySelect = ({ id, value, onChange, autoFocus, options, read, placeholder = '可选多个' }: Props) => (
  <Select
    {...read}
    id={id}
    autoFocus={autoFocus}
    mode="multiple"
    allowClear={clear}
    showSearch={{ optionFilterProp: 'label' }}
    style={{ width: '100%' }}
    placeholder={placeholder}
    value={(value as string[] | undefined) ?? []}
    options={options?.slice()}
    onChange={(next) => onChange?.(next)}
  />
)
