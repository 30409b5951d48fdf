import type { OrganNode } from '@yibao/shared/entities/permission.ts'
import type { TreeNode } from '../kit/index.ts'

/** Company, area and store with their number of users; the node's key says what to narrow the list by. */
export const nodesOf = (nodes: readonly OrganNode[]): TreeNode[] =>
  nodes.map(({ kind, companyId = '', areaCode = '', storeId = '', name, users, children }) => ({
    key: kind === 'admin' ? kind : [companyId, areaCode, storeId].join('|'),
    title: users === undefined ? name : `${name}（${users}）`,
    words: areaCode,
    children: children.length ? nodesOf(children) : undefined,
  }))

/** The company, area or store of a node. */
export const organOfKey = (key: string | undefined) => {
  const [companyId, areaCode, storeId] = key?.split('|') ?? []
  if (storeId) return { storeId }
  return { ...(companyId && { companyId }), ...(areaCode && { areaCode }) }
}

/** The list of users for a chosen node. */
export const placeOfKey = (key: string | undefined) => (key === 'admin' ? { isAdminUser: true } : organOfKey(key))
