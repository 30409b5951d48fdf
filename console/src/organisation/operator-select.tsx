import { reportOperator } from '@yibao/shared/calls/report-operator.ts'
import { SearchSelect } from '../kit/form/search-select.tsx'
import type { InputProps } from '../kit/index.ts'

/** Who works or has worked at the stores in reach, found by his name; a name that several bear says whose store. */
export const OperatorSelect = (props: InputProps) => (
  <SearchSelect
    {...props}
    call={reportOperator.pull}
    ask={(words) => ({ keyword: words || undefined, id: props.value as string | undefined })}
    offer={(people) =>
      people.map(({ id, name, stores }) => ({ value: id, label: stores ? `${name} · ${stores}` : name }))
    }
    none="没有找到这个姓名的操作员"
    placeholder="全部，可输入姓名"
    wide
  />
)
