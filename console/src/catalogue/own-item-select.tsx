import { ownItem } from '@yibao/shared/calls/own-item.ts'
import { SearchSelect } from '../kit/form/search-select.tsx'
import type { InputProps, RowOf } from '../kit/index.ts'

type Item = RowOf<typeof ownItem.paged>

const aboutOf = ({ spec, producer, nationalCode, stopped }: Item) =>
  [spec, producer, nationalCode && `已对照 ${nationalCode}`, stopped && '停售'].filter(Boolean).join(' · ')

/** Goods of several companies may have one code: whose they are the store says, so each is told of with its company. */
const offer = ({ items }: { items: readonly Item[] }) =>
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
export const OwnItemSelect = (props: InputProps) => (
  <SearchSelect
    {...props}
    call={ownItem.paged}
    // What is chosen is looked up too: a code alone tells nobody which item it is.
    ask={(words) => {
      const keyword = words || (props.value as string | undefined)
      return keyword ? { keyword, pageSize: 50 } : null
    }}
    offer={offer}
    none="没有这个商品，请换一个词"
    placeholder="输入名称、拼音首字母、编码或条形码"
  />
)
