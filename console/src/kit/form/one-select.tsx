import { Select } from 'antd'
import { clear } from '../clear.tsx'
import type { optionsRead } from '../options-read.tsx'
import type { InputProps } from './input-props.ts'

interface Props extends InputProps {
  options: readonly { value: string; label: string }[] | undefined
  /** Of options that are read. */
  read?: ReturnType<typeof optionsRead>
  /** What nothing chosen means, else what is to be done. */
  placeholder: string
  /** One is always chosen: it cannot be taken away. */
  needed?: boolean
  /** Options that are longer than the field are read whole. */
  wide?: boolean
}

/** One of what is offered, found by typing. */
export const OneSelect = ({ id, value, onChange, autoFocus, options, read, placeholder, needed, wide }: Props) => (
  <Select
    {...read}
    id={id}
    autoFocus={autoFocus}
    {...(!needed && { allowClear: clear })}
    showSearch={{ optionFilterProp: 'label' }}
    style={{ width: '100%' }}
    popupMatchSelectWidth={!wide}
    placeholder={placeholder}
    value={value as string | undefined}
    options={options?.slice()}
    onChange={(next) => onChange?.(next)}
  />
)
