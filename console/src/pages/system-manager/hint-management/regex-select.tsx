import { hintMessage } from '@yibao/shared/calls/hint.ts'
import { Select } from 'antd'
import { useCall } from '../../../api/index.ts'
import { clear } from '../../../kit/clear.tsx'
import { type InputProps, optionsRead } from '../../../kit/index.ts'

/** A pattern of the library to narrow the list by. */
export const RegexSelect = ({ id, value, onChange }: InputProps) => {
  const answer = useCall(hintMessage.getRegexList, {})
  return (
    <Select
      {...optionsRead(answer)}
      id={id}
      allowClear={clear}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: '100%' }}
      placeholder="全部"
      value={value as string | undefined}
      options={answer.data?.map((one) => ({ value: one.id, label: `${one.pattern}（${one.hints}）` }))}
      onChange={(next) => onChange?.(next)}
    />
  )
}
