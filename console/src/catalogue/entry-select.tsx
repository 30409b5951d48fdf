import { catalogueMenu } from '@yibao/shared/calls/catalogue.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/index.ts'
import { clear } from '../kit/clear.tsx'
import { type InputProps, optionsRead } from '../kit/index.ts'
import styles from './catalogue.module.css'

/** A code of the national catalogue, found by its name, its pinyin initials or its beginning. */
export const EntrySelect = ({ id, value, onChange, autoFocus }: InputProps) => {
  const [keyword, setKeyword] = useState('')
  // What is chosen is looked up too: a code alone tells nobody which drug it is.
  const asked = keyword.trim() || (value as string | undefined)
  const answer = useCall(catalogueMenu.getItemDirectoryBySelect, asked ? { keyword: asked } : null, {
    keepPrevious: true,
  })
  const { data, fetching } = answer
  const read = optionsRead({ ...answer, loading: fetching }, '没有有效的目录，请换一个词')
  const chosen = data?.find(({ code }) => code === value)
  return (
    <>
      <Select
        {...read}
        id={id}
        autoFocus={autoFocus}
        allowClear={clear}
        style={{ width: '100%' }}
        placeholder="输入名称、拼音首字母或国家码"
        value={value as string | undefined}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        notFoundContent={keyword.trim() ? read.notFoundContent : null}
        options={data?.map(({ code, name, spec, producer }) => ({
          value: code,
          label: `${code} ${name}`,
          spec,
          producer,
        }))}
        optionRender={({ data: option }) => (
          <span className={styles.option}>
            {option.label}
            <span className={styles.grey}>{[option.spec, option.producer].filter(Boolean).join(' · ')}</span>
          </span>
        )}
        onChange={(next) => onChange?.(next)}
      />
      {chosen && <div className={styles.grey}>{[chosen.spec, chosen.producer].filter(Boolean).join(' · ')}</div>}
    </>
  )
}
