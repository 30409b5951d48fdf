import type { FieldMeta } from '@yibao/shared/field.ts'
import { Input, Select } from 'antd'
import { clear } from '../clear.tsx'
import { useDictRead } from '../dict.ts'
import { InputNumber, Switch } from '../late/antd.ts'
import { DayInput } from '../late/days.ts'
import { optionsRead } from '../options-read.tsx'
import { MoneyInput } from './money-input.tsx'

interface Props {
  meta: FieldMeta
  value?: unknown
  onChange?: (value: unknown) => void
  onEnter?: () => void
  /** The field was left: a form checks it then. */
  onBlur?: () => void
  id?: string
  placeholder?: string
  autoFocus?: boolean
  /** A form says below it what is too long: nothing that is pasted is cut, for half a number is another number. */
  whole?: boolean
  /** Its name where no label stands beside it. */
  label?: string
}

/** Digits as an input method writes them, and separators: 1,2００ is 1200. What cannot be read is dropped (antd). */
const plainDigits = (text = '') => text.normalize('NFKC').replaceAll(',', '').trim()

const longText = 100

/** The input that fits a field's description; an empty one gives undefined. */
export const FieldInput = ({
  meta,
  value,
  onChange,
  onEnter,
  onBlur,
  id,
  placeholder,
  autoFocus,
  label,
  whole,
}: Props) => {
  const dict = useDictRead(meta.kind === 'dict' ? (meta.codeType ?? '') : '')
  const set = (next: unknown) => onChange?.(next === '' || next === null ? undefined : next)
  const common = { id, autoFocus, onBlur, 'aria-label': label, style: { width: '100%' } }
  switch (meta.kind) {
    case 'dict':
    case 'choice': {
      const options =
        meta.kind === 'dict'
          ? dict.entries
              .filter(({ value: code, stopped }) => !stopped && !meta.unchosen?.includes(code))
              .map((entry) => ({ value: entry.value, label: entry.name }))
          : Object.entries(meta.choices ?? {}).map(([code, label]) => ({ value: code, label }))
      return (
        <Select
          {...common}
          {...(meta.kind === 'dict' && optionsRead(dict))}
          allowClear={clear}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={placeholder ?? '全部'}
          value={value === undefined ? undefined : String(value)}
          options={options}
          onChange={set}
        />
      )
    }
    case 'flag':
      // Left alone it is no: an empty list of 是 and 否 asks for nothing.
      if (whole && meta.optional)
        return (
          <Switch
            {...{ id, autoFocus, 'aria-label': label }}
            checkedChildren="是"
            unCheckedChildren="否"
            checked={value === true}
            onChange={set}
          />
        )
      return (
        <Select
          {...common}
          allowClear={clear}
          placeholder={placeholder ?? '全部'}
          value={value as boolean | undefined}
          options={[
            { value: true, label: '是' },
            { value: false, label: '否' },
          ]}
          onChange={set}
        />
      )
    case 'month':
    case 'day':
    case 'time':
      return (
        <DayInput
          {...common}
          unit={meta.kind}
          placeholder={placeholder}
          value={value === undefined ? undefined : String(value)}
          onChange={set}
          onEnter={onEnter}
        />
      )
    case 'password':
      return (
        <Input.Password
          {...common}
          autoComplete="new-password"
          value={(value as string | undefined) ?? ''}
          onChange={(event) => set(event.target.value)}
          onPressEnter={onEnter}
        />
      )
    case 'integer':
      return (
        <InputNumber
          {...common}
          precision={0}
          parser={plainDigits}
          placeholder={placeholder}
          value={value as number | undefined}
          onChange={set}
          onPressEnter={onEnter}
        />
      )
    case 'money':
      return (
        <MoneyInput
          {...common}
          allowClear={clear}
          placeholder={placeholder}
          value={(value as string | undefined) ?? ''}
          onChange={set}
          onEnter={onEnter}
        />
      )
    default: {
      const text = {
        ...common,
        placeholder,
        value: (value as string | undefined) ?? '',
        maxLength: whole ? undefined : meta.max,
        allowClear: clear,
        onChange: (event: { target: { value: string } }) => set(event.target.value),
      }
      return meta.kind === 'text' && (meta.max ?? 0) >= longText && !onEnter ? (
        <Input.TextArea {...text} autoSize={{ minRows: 2, maxRows: 5 }} />
      ) : (
        <Input {...text} onPressEnter={onEnter} />
      )
    }
  }
}
