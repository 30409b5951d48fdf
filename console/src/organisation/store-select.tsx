import { storeTrees } from '@yibao/shared/calls/store-trees.ts'
import type { OrganNode } from '@yibao/shared/entities/permission.ts'
import { useCall } from '../api/index.ts'
import { clear } from '../kit/clear.tsx'
import { type InputProps, optionsRead, TreeSelect } from '../kit/index.ts'

interface Option {
  value: string
  title: string
  selectable: boolean
  children?: Option[]
}

const optionsOf = (nodes: readonly OrganNode[], branches: boolean): Option[] =>
  nodes.map(({ key, name, storeId, children }) => ({
    value: storeId ?? key,
    title: name,
    selectable: branches || storeId !== undefined,
    children: children.length ? optionsOf(children, branches) : undefined,
  }))

const storeSelect = (multiple: boolean) =>
  function StoreSelect({ id, value, onChange }: InputProps) {
    const answer = useCall(storeTrees.getUserCompanyTree, multiple ? { everywhere: true } : {})
    return (
      <TreeSelect
        {...optionsRead(answer)}
        id={id}
        aria-label={id ? undefined : '门店'}
        multiple={multiple}
        // A tick on a branch means all its stores.
        treeCheckable={multiple}
        allowClear={clear}
        showSearch={{ treeNodeFilterProp: 'title' }}
        treeDefaultExpandAll={!multiple}
        style={{ width: '100%' }}
        placeholder="选择门店"
        value={value as string | string[] | undefined}
        treeData={optionsOf(answer.data?.nodes ?? [], multiple)}
        onChange={(next) => onChange?.(next)}
      />
    )
  }

/** A store out of company, area and store. */
export const StoreSelect = storeSelect(false)
/** Several stores, of all the person's areas. */
export const StoresSelect = storeSelect(true)
