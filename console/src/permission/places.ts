import type { OrganNode } from '@yibao/shared/entities/permission.ts'

/**
 * The areas and stores that ticks in the tree of area, company and store mean: a whole area is the area itself, so that
 * stores opened later belong to it; else every ticked store.
 */
export const placesOfKeys = (nodes: readonly OrganNode[], checked: readonly string[]) => {
  const ticked = new Set(checked)
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
