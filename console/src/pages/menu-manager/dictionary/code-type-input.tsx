import { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { AutoComplete } from 'antd'
import { useCall } from '../../../api/index.ts'
import { clear } from '../../../kit/clear.tsx'
import { type InputProps, optionsRead } from '../../../kit/index.ts'

/** A type of an area's dictionary, or a new one of its own making. */
export const codeTypeInput = (area: { medicalAreaCode?: string }) =>
  function CodeTypeInput({ id, value, onChange, autoFocus }: InputProps) {
    const answer = useCall(dictionary.codeTypes, area)
    return (
      <AutoComplete
        {...optionsRead(answer)}
        id={id}
        autoFocus={autoFocus}
        allowClear={clear}
        style={{ width: '100%' }}
        placeholder="选择已有的类型，或输入新的"
        value={value as string | undefined}
        options={answer.data?.map(({ codeType, name }) => ({ value: codeType, label: `${codeType} ${name}` }))}
        showSearch={{ filterOption: (words, option) => option?.label.includes(words) ?? false }}
        onChange={(next) => onChange?.(next?.trim() || undefined)}
      />
    )
  }
