import { ownPlaces } from '@yibao/shared/calls/own-places.ts'
import { useCall } from '../api/index.ts'
import { clear } from '../kit/clear.tsx'
import { type InputProps, optionsRead, TreeSelect } from '../kit/index.ts'
import { storeTree } from './store-tree.ts'

const storeSelect = (multiple: boolean) =>
  function StoreSelect({ id, value, onChange }: InputProps) {
    const answer = useCall(ownPlaces.pullUserStores, multiple ? { everywhere: true } : {})
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
        treeData={storeTree(answer.data ?? [], multiple)}
        onChange={(next) => onChange?.(next)}
      />
    )
  }

/** A store out of company, area and store. */
export const StoreSelect = storeSelect(false)
/** Several stores, of all the person's areas. */
export const StoresSelect = storeSelect(true)
