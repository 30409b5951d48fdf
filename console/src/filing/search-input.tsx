import { catalogue } from '@yibao/shared/calls/catalogue.ts'
import { disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { twoDiseases } from '@yibao/shared/calls/filing.ts'
import { institution } from '@yibao/shared/calls/organ.ts'
import { AutoComplete, Form } from 'antd'
import { type ComponentType, useDeferredValue, useEffect, useState } from 'react'
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
  placeholder?: string
  onBlur?: () => void
}

const byRegister = '输入名称、拼音首字母或编码查找'

const Search = (props: Props) => {
  const { words, answer, found, name, none, placeholder = byRegister, onBlur, id, value, onChange, autoFocus } = props
  const form = Form.useFormInstance()
  const read = optionsRead(answer, none)
  return (
    <AutoComplete
      {...read}
      id={id}
      autoFocus={autoFocus}
      placeholder={placeholder}
      onBlur={onBlur}
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

/** ms without a key before a centre is asked, and characters of a name that are worth a question to it. */
const pause = 400
const shortest = 2

/** Words that nobody goes on typing. */
const useRested = (words: string): string => {
  const [rested, rest] = useState('')
  useEffect(() => {
    const timer = setTimeout(rest, pause, words)
    return () => clearTimeout(timer)
  }, [words])
  return rested
}

const isCode = (words: string): boolean => /^[A-Z]\d{11}$/i.test(words)
/** Nobody's name: it is being typed, or copied from papers. */
const isPartOfCode = (words: string): boolean => /^[A-Z]?\d*$/i.test(words)

/** The national code of a hospital, by its name or by the code as it stands on the papers. */
const hospitalInput = (name: string) =>
  function HospitalInput(props: InputProps) {
    const words = useRested(String(props.value ?? '').trim())
    const by = isCode(words) ? { fixmedinsCode: words.toUpperCase() } : { fixmedinsName: words }
    const asked =
      words.length < shortest || (isPartOfCode(words) && !isCode(words))
        ? null
        : { fixmedinsType: '1' as const, pageSize: 20, ...by }
    const answer = useCall(institution.getMedicalInfos, asked)
    const found = answer.data?.items.map((one) => ({ code: one.fixmedinsCode, name: one.fixmedinsName }))
    const none = '医保中心没有找到这家医院，按材料上的编码和名称填写'
    const placeholder = '输入医院名称或编码，向医保中心查找'
    const form = Form.useFormInstance()
    // A name that was typed and not chosen is no code: it goes where names stand.
    const onBlur = () => {
      const typed = String(props.value ?? '').trim()
      if (!/[^\x20-\x7e]/.test(typed)) return
      if (!form.getFieldValue(name)) form.setFieldValue(name, typed)
      props.onChange?.(undefined)
    }
    return <Search {...props} {...{ words, answer, name, none, found, placeholder, onBlur }} />
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
  if (kind === 'hospital') return hospitalInput(name)
  return kind === 'twoDiseases' ? twoDiseasesInput(name) : diseaseInput(kind, name)
}
