import { catalogue } from '@yibao/shared/calls/counter.ts'
import { Select } from 'antd'
import { useRef, useState } from 'react'
import { callServer } from '../api/index.ts'
import { clear } from '../kit/clear.tsx'

/** Goods of the shop, as far as they are told apart here. */
export interface Goods {
  name: string
  spec: string
  unit: string
}

const called = ({ name, spec, unit }: Goods) => `${name} ${spec} / ${unit}`

/** ms after the last key until the shop's goods are looked for. */
const pause = 250

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
  const [found, setFound] = useState<(Goods & { ownCode: string })[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const newest = useRef('')
  const find = (keyword: string) => {
    clearTimeout(timer.current)
    newest.current = keyword
    if (!keyword.trim()) return
    timer.current = setTimeout(async () => {
      const asked = callServer(catalogue.searchItemDirectoryList, { keyword, limit: 20 }, { silent: true })
      const goods = await asked.catch(() => [])
      // An earlier word may be answered after a later one.
      if (newest.current === keyword) setFound(goods)
    }, pause)
  }
  const listed = found.map((one) => ({ value: one.ownCode, label: called(one) }))
  const known = !ownCode || found.some((one) => one.ownCode === ownCode)
  const chosen = known ? [] : [{ value: ownCode, label: goods ? called(goods) : ownCode }]
  return (
    <Select
      aria-label={label}
      allowClear={clear}
      style={{ width: '100%' }}
      placeholder="输入名称、首字母或编码"
      notFoundContent="没有找到本店商品"
      showSearch={{ filterOption: false, onSearch: find }}
      value={ownCode}
      options={[...chosen, ...listed]}
      onFocus={() => name && found.length === 0 && find(name)}
      onChange={(value?: string) =>
        onChoose(value, value === ownCode ? goods : found.find((one) => one.ownCode === value))
      }
    />
  )
}
