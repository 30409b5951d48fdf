import { ownPlaces } from '@yibao/shared/calls/own-places.ts'
import { useCall } from '../api/index.ts'
import { clear } from '../kit/clear.tsx'
import { type InputProps, optionsRead, TreeSelect } from '../kit/index.ts'
import { storeTree } from './store-tree.ts'

const storeSelect = (multiple: boolean, closed: boolean) =>
  function StoreSelect({ id, value, onChange }: InputProps) {
    // One question for both, so that a page with a filter and a form asks once.
    const answer = useCall(ownPlaces.pullUserStores, multiple ? { everywhere: true } : { closed: true })
    // One that a list behind the form is narrowed to is named all the same.
    const stores = (answer.data ?? []).filter((one) => closed || !one.closed || one.storeId === value)
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
        treeData={storeTree(stores, multiple)}
        onChange={(next) => onChange?.(next)}
      />
    )
  }

/** An open store out of company, area and store. */
export const StoreSelect = storeSelect(false, false)
/** The same, and behind them stores that were given up. */
export const AnyStoreSelect = storeSelect(false, true)
/** Several open stores, of all the person's areas. */
export const StoresSelect = storeSelect(true, false)
