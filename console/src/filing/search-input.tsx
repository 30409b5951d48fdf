import { disease } from '@yibao/shared/calls/catalogue.ts'
import { catalogue } from '@yibao/shared/calls/counter.ts'
import { twoDiseases } from '@yibao/shared/calls/filing.ts'
import { AutoComplete, Form } from 'antd'
import { type ComponentType, useDeferredValue } from 'react'
import { useCall } from '../api/index.ts'
import { type InputProps, OneSelect, optionsRead } from '../kit/index.ts'
import type { Searched } from './types.ts'

interface Found {
  code: string
  name: string
  /** What else tells it from others of its name. */
  about?: string
}

interface Props extends InputProps {
  words: string
  answer: Parameters<typeof optionsRead>[0]
  found: readonly Found[] | undefined
  /** Field that takes its name. */
  name: string
  /** What is said where there is none. */
  none: string
}

const Search = ({ words, answer, found, name, none, id, value, onChange, autoFocus }: Props) => {
  const form = Form.useFormInstance()
  const read = optionsRead(answer, none)
  return (
    <AutoComplete
      {...read}
      id={id}
      autoFocus={autoFocus}
      placeholder="输入名称、拼音首字母或编码查找"
      style={{ width: '100%' }}
      value={value as string | undefined}
      options={found?.map((one) => ({
        value: one.code,
        label: [one.name, one.about, one.code].filter(Boolean).join(' '),
        name: one.name,
      }))}
      notFoundContent={words ? read.notFoundContent : undefined}
      onChange={(next) => onChange?.(next || undefined)}
      onSelect={(_, option) => form.setFieldValue(name, option.name)}
    />
  )
}

const useWords = (value: unknown) => useDeferredValue(String(value ?? '').trim())

/** The code of a disease, found in the area's catalogue by its name, initials or code; its name goes into `name`. */
const diseaseInput = (kind: '1307' | '1309', name: string) =>
  function DiseaseInput(props: InputProps) {
    const words = useWords(props.value)
    const answer = useCall(disease.searchDiseaseList, words ? { keyword: words, kind, limit: 20 } : null)
    const none = '病种目录里没有，按材料上的编码和名称填写'
    return <Search {...props} {...{ words, answer, name, none }} found={answer.data} />
  }

/** The national code of a drug that the store sells: typed by hand one of its 23 characters is soon another drug's. */
const drugInput = (name: string) =>
  function DrugInput(props: InputProps) {
    const words = useWords(props.value)
    const answer = useCall(catalogue.searchItemDirectoryList, words ? { keyword: words, limit: 20 } : null)
    const sold = answer.data?.flatMap(({ nationalCode, spec, producer, ...one }) =>
      nationalCode ? { code: nationalCode, name: one.name, about: `${spec} ${producer}` } : [],
    )
    // Several goods may be one drug of the catalogue.
    const found = sold && [...new Map(sold.map((one) => [one.code, one])).values()]
    const none = '本店没有已对照的这种药品，按材料上的国家码和名称填写'
    return <Search {...props} {...{ words, answer, name, none, found }} />
  }

/** One of the two diseases, as the area's catalogue has them. */
const twoDiseasesInput = (name: string) =>
  function TwoDiseasesInput({ onChange, ...props }: InputProps) {
    const form = Form.useFormInstance()
    const answer = useCall(twoDiseases.pullDiseases, {})
    return (
      <OneSelect
        {...props}
        placeholder="选择高血压或糖尿病"
        read={optionsRead(answer)}
        options={answer.data?.map((one) => ({ value: one.value, label: `${one.name} ${one.value}` }))}
        onChange={(value) => {
          onChange?.(value)
          form.setFieldValue(name, answer.data?.find((one) => one.value === value)?.name)
        }}
      />
    )
  }

/** The input of a code that a register knows. */
export const searchInput = ({ kind, name }: Searched): ComponentType<InputProps> => {
  if (kind === 'drug') return drugInput(name)
  return kind === 'twoDiseases' ? twoDiseasesInput(name) : diseaseInput(kind, name)
}
