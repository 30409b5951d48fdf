import type { ResultOf } from '@yibao/shared/call.ts'
import type { ownPlaces } from '@yibao/shared/calls/own-places.ts'

type Store = ResultOf<typeof ownPlaces.pullUserStores>[number]

interface StoreOption {
  value: string
  title: string
  selectable: boolean
  children?: StoreOption[]
}

const branchesOf = (
  stores: readonly Store[],
  keyOf: (store: Store) => string,
  branch: (first: Store, below: Store[]) => StoreOption,
): StoreOption[] => {
  const groups = new Map<string, Store[]>()
  for (const store of stores) {
    const group = groups.get(keyOf(store))
    if (group) group.push(store)
    else groups.set(keyOf(store), [store])
  }
  return Array.from(groups.values(), (group) => branch(group[0]!, group))
}

const leaf = ({ storeId, name }: Store): StoreOption => ({ value: storeId, title: name, selectable: true })

const byCompany = (stores: readonly Store[], branches: boolean): StoreOption[] =>
  branchesOf(
    stores,
    ({ companyId }) => companyId,
    ({ companyId, companyName }, ofCompany) => ({
      ...{ value: `company:${companyId}`, title: companyName, selectable: branches },
      children: branchesOf(
        ofCompany,
        ({ areaCode }) => areaCode,
        ({ areaCode, areaName }, ofArea) => ({
          ...{ value: `area:${companyId}:${areaCode}`, title: areaName, selectable: branches },
          children: ofArea.map(leaf),
        }),
      ),
    }),
  )

/**
 * Stores as company → area → store, in the order they come, and behind them those that were given up, under one branch;
 * `branches`: whether a branch can be chosen, for all below it.
 */
export const storeTree = (stores: readonly Store[], branches: boolean): StoreOption[] => {
  const closed = stores.filter((store) => store.closed)
  const open = byCompany(
    stores.filter((store) => !store.closed),
    branches,
  )
  if (!closed.length) return open
  return [...open, { value: 'closed', title: '已停用', selectable: branches, children: closed.map(leaf) }]
}
