import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { SearchSelect } from '../kit/form/search-select.tsx'
import type { InputProps } from '../kit/index.ts'

/** A code of the national catalogue, found by its name, its pinyin initials or its beginning. */
export const EntrySelect = (props: InputProps) => (
  <SearchSelect
    {...props}
    call={catalogueMenu.getItemDirectoryBySelect}
    // What is chosen is looked up too: a code alone tells nobody which drug it is.
    ask={(words) => {
      const keyword = words || (props.value as string | undefined)
      return keyword ? { keyword } : null
    }}
    offer={(entries) =>
      entries.map(({ code, name, spec, producer }) => ({
        ...{ value: code, label: `${code} ${name}` },
        about: [spec, producer].filter(Boolean).join(' · '),
      }))
    }
    none="没有有效的目录，请换一个词"
    placeholder="输入名称、拼音首字母或国家码"
  />
)
