import { disease } from '@yibao/shared/calls/catalogue.ts'
import { AutoComplete, Form } from 'antd'
import { useDeferredValue } from 'react'
import { useCall } from '../api/index.ts'
import { type InputProps, optionsRead } from '../kit/index.ts'

/** The code of a disease, found in the area's catalogue by its name, initials or code; its name goes into `name`. */
export const searchInput = (kind: '1307' | '1309', name: string) =>
  function SearchInput({ id, value, onChange, autoFocus }: InputProps) {
    const form = Form.useFormInstance()
    const words = useDeferredValue(String(value ?? '').trim())
    const answer = useCall(disease.searchDiseaseList, words ? { keyword: words, kind, limit: 20 } : null)
    const read = optionsRead(answer, '病种目录里没有，按材料上的编码和名称填写')
    const options = answer.data?.map((one) => ({ value: one.code, label: `${one.name} ${one.code}`, name: one.name }))
    return (
      <AutoComplete
        {...read}
        id={id}
        autoFocus={autoFocus}
        placeholder="输入名称、拼音首字母或编码查找"
        style={{ width: '100%' }}
        value={value as string | undefined}
        options={options}
        notFoundContent={words ? read.notFoundContent : undefined}
        onChange={(next) => onChange?.(next || undefined)}
        onSelect={(_, option) => form.setFieldValue(name, option.name)}
      />
    )
  }
