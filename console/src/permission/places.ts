import type { OrganNode } from '@yibao/shared/entities/permission.ts'
import type { CheckNode } from '../kit/index.ts'

const storesIn = (node: OrganNode): string[] =>
  node.kind === 'store' ? [node.key] : node.children.flatMap((child) => storesIn(child))

/**
 * The tree of area, company and store to tick. An area becomes a branch whose first leaf is the area itself: all stores
 * of today are not the area, to which stores opened later belong, those of other companies too. An area that the person
 * cannot grant has no such leaf.
 */
export const placeNodes = (nodes: readonly OrganNode[]): CheckNode[] =>
  nodes.map(({ key, name, kind, disabled, areaCode = '', children }) => {
    const below = children.length ? placeNodes(children) : []
    if (kind !== 'area') return { key, title: name, words: areaCode, children: below.length ? below : undefined }
    const whole = { key, title: '整个区划，含以后新开的和其他公司的门店', words: areaCode }
    const leaves = disabled ? below : [whole, ...below]
    return { key: `in:${key}`, title: name, words: areaCode, disabled: !leaves.length, children: leaves }
  })

/** Ticks of areas and stores among the keys that the server checks. */
export const placeTicks = (keys: readonly string[]): string[] => keys.filter((key) => /^(area|store):/.test(key))

/** A whole area has all its stores: its tick brings theirs, and goes with the first of them. */
export const followPlaces =
  (nodes: readonly OrganNode[]) =>
  (before: readonly string[], after: readonly string[]): string[] => {
    const [old, now] = [new Set(before), new Set(after)]
    for (const area of nodes) {
      if (!now.has(area.key)) continue
      const stores = storesIn(area)
      if (!old.has(area.key)) for (const store of stores) now.add(store)
      else if (stores.some((store) => !now.has(store))) now.delete(area.key)
    }
    return [...now]
  }

/** The areas and stores that these ticks mean: a whole area by itself, else every ticked store. */
export const placesOfTicks = (nodes: readonly OrganNode[], ticks: readonly string[]) => {
  const ticked = new Set(ticks)
  const areas: string[] = []
  const stores: string[] = []
  const visit = (node: OrganNode) => {
    if (node.kind === 'area' && node.areaCode && !node.disabled && ticked.has(node.key)) areas.push(node.areaCode)
    else if (node.kind === 'store') {
      if (ticked.has(node.key) && node.storeId) stores.push(node.storeId)
    } else node.children.forEach(visit)
  }
  nodes.forEach(visit)
  return { areas, stores }
}
