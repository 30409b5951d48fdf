import { typedAmount } from '@yibao/shared/money.ts'
import { Input, type InputProps } from 'antd'

interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  value: string
  onChange: (value: string) => void
  onEnter?: () => void
}

/** An amount: 12 is what a person types, 12.00 what the field means; Enter and leaving the field commit it. */
export const MoneyInput = ({ value, onChange, onEnter, onBlur, ...rest }: Props) => {
  const commit = () => {
    const amount = typedAmount(value)
    if (amount !== value) onChange(amount)
  }
  return (
    <Input
      {...rest}
      inputMode="decimal"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={(event) => {
        commit()
        onBlur?.(event)
      }}
      onPressEnter={() => {
        commit()
        onEnter?.()
      }}
    />
  )
}
