import { reportOperator } from '@yibao/shared/calls/report-operator.ts'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { useCall } from '../api/index.ts'
import { clear } from '../kit/clear.tsx'
import { type InputProps, optionsRead } from '../kit/index.ts'

/** ms without a key before the words are looked for. */
const still = 300

/** Who works or has worked at the stores in reach, found by his name; a name that several bear says whose store. */
export const OperatorSelect = ({ id, value, onChange, autoFocus }: InputProps) => {
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), still)
    return () => clearTimeout(timer)
  }, [typed])
  const asked = { keyword: keyword || undefined, id: value as string | undefined }
  const answer = useCall(reportOperator.pull, asked, { staleTime: 60_000 })
  return (
    <Select
      {...optionsRead(answer)}
      id={id}
      autoFocus={autoFocus}
      allowClear={clear}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      style={{ width: '100%' }}
      popupMatchSelectWidth={false}
      placeholder="全部，可输入姓名"
      value={value as string | undefined}
      options={answer.data?.map(({ id: operator, name, stores }) => ({
        ...{ value: operator, label: stores ? `${name} · ${stores}` : name },
      }))}
      onChange={(next) => onChange?.(next)}
    />
  )
}
