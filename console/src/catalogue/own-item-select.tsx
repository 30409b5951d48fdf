import { ownItem } from '@yibao/shared/calls/own-item.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/index.ts'
import { clear } from '../kit/clear.tsx'
import { type InputProps, optionsRead, type RowOf } from '../kit/index.ts'
import styles from './catalogue.module.css'

type Item = RowOf<typeof ownItem.paged>

const aboutOf = ({ spec, producer, nationalCode, stopped }: Item) =>
  [spec, producer, nationalCode && `已对照 ${nationalCode}`, stopped && '停售'].filter(Boolean).join(' · ')

/** Goods of several companies may have one code: whose they are the store says, so each is told of with its company. */
const optionsOf = (items: readonly Item[]) =>
  [...new Set(items.map(({ ownCode }) => ownCode))].map((value) => {
    const own = items.filter(({ ownCode }) => ownCode === value)
    const told = (one: Item) => (own.length > 1 ? `公司 ${one.companyId}：${one.name} ${aboutOf(one)}` : aboutOf(one))
    return {
      value,
      label: `${value} ${own.map(({ name }) => name).join(' / ')}`,
      about: own.map(told).join('；'),
    }
  })

/**
 * What the company sells, found by name, pinyin initials, bar code or its own code: a code typed by heart is soon another
 * item's, which would be mapped.
 */
export const OwnItemSelect = ({ id, value, onChange, autoFocus }: InputProps) => {
  const [keyword, setKeyword] = useState('')
  const [taken, take] = useState<ReturnType<typeof optionsOf>[number]>()
  // What is chosen is looked up too: a code alone tells nobody which item it is.
  const asked = keyword.trim() || (value as string | undefined)
  const answer = useCall(ownItem.paged, asked ? { keyword: asked, pageSize: 50 } : null, { keepPrevious: true })
  const read = optionsRead({ ...answer, loading: answer.fetching }, '没有这个商品，请换一个词')
  const options = answer.data && optionsOf(answer.data.items)
  const chosen = options?.find((one) => one.value === value) ?? (taken?.value === value ? taken : undefined)
  return (
    <>
      <Select
        {...read}
        id={id}
        autoFocus={autoFocus}
        allowClear={clear}
        style={{ width: '100%' }}
        placeholder="输入名称、拼音首字母、编码或条形码"
        value={value as string | undefined}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        notFoundContent={keyword.trim() ? read.notFoundContent : null}
        options={options}
        optionRender={({ data: option }) => (
          <span className={styles.option}>
            {option.label}
            <span className={styles.grey}>{option.about}</span>
          </span>
        )}
        onChange={(next) => {
          take(options?.find((one) => one.value === next))
          onChange?.(next)
        }}
      />
      {chosen && <div className={styles.grey}>{chosen.about}</div>}
    </>
  )
}
