import { catalogue } from '@yibao/shared/calls/counter.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/index.ts'
import { clear } from '../kit/clear.tsx'
import { optionsRead } from '../kit/options-read.tsx'

/** Goods of the shop, as far as they are told apart here. */
export interface Goods {
  name: string
  spec: string
  unit: string
}

const called = ({ name, spec, unit }: Goods) => `${name} ${spec} / ${unit}`

interface Props {
  /** What the prescription calls the drug: it is looked for first. */
  name: string
  ownCode: string | undefined
  /** What the chosen ones are, where that is known. */
  goods?: Goods | undefined
  label: string
  onChoose: (ownCode: string | undefined, goods: Goods | undefined) => void
}

/** The goods of the shop that a line means, by code, name or initials. */
export const GoodsSelect = ({ name, ownCode, goods, label, onChoose }: Props) => {
  const [keyword, setKeyword] = useState('')
  const [entered, enter] = useState(false)
  const asked = keyword.trim() || (entered && name.trim())
  const answer = useCall(catalogue.searchItemDirectoryList, asked ? { keyword: asked, limit: 20 } : null, {
    keepPrevious: true,
  })
  const read = optionsRead({ ...answer, loading: answer.fetching }, '没有找到本店商品')
  const found = answer.data ?? []
  const listed = found.map((one) => ({ value: one.ownCode, label: called(one) }))
  const known = !ownCode || found.some((one) => one.ownCode === ownCode)
  const chosen = known ? [] : [{ value: ownCode, label: goods ? called(goods) : ownCode }]
  return (
    <Select
      {...read}
      aria-label={label}
      allowClear={clear}
      style={{ width: '100%' }}
      placeholder="输入名称、首字母或编码"
      notFoundContent={asked ? read.notFoundContent : null}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      value={ownCode}
      options={[...chosen, ...listed]}
      onFocus={() => enter(true)}
      onChange={(value?: string) =>
        onChoose(value, value === ownCode ? goods : found.find((one) => one.ownCode === value))
      }
    />
  )
}
