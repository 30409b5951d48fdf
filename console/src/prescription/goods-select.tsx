import { catalogue } from '@yibao/shared/calls/catalogue.ts'
import { SearchSelect } from '../kit/form/search-select.tsx'

/** Goods of the shop, as far as they are told apart here. */
export interface Goods {
  name: string
  spec: string
  unit: string
}

const offered = (ownCode: string, goods: Goods) => ({
  value: ownCode,
  label: `${goods.name} ${goods.spec} / ${goods.unit}`,
  goods,
})

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
export const GoodsSelect = ({ name, ownCode, goods, label, onChoose }: Props) => (
  <SearchSelect
    aria-label={label}
    call={catalogue.searchItemDirectoryList}
    ask={(words, entered) => {
      const keyword = words || (entered && name.trim())
      return keyword ? { keyword, limit: 20 } : null
    }}
    offer={(items) => items.map((one) => offered(one.ownCode, one))}
    none="没有找到本店商品"
    placeholder="输入名称、首字母或编码"
    known={ownCode && goods ? [offered(ownCode, goods)] : []}
    value={ownCode}
    onChange={(value, one) => onChoose(value as string | undefined, one?.goods)}
  />
)
