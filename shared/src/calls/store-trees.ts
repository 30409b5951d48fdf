import { get, pageOf, paging, post } from '../call.ts'
import { checkedOrganTree, organNode, organTreeResult } from '../entities/permission.ts'
import { id, note, optional } from '../field.ts'

const page = { menu: 'UserManagement', scope: 'area' } as const
const user = { userId: id('用户编号') }
const keyword = optional(note('关键字', { max: 60 }))

/** Trees of the organisation, as 用户管理 shows it. */
export const storeTrees = {
  /** Company → area → store without users, for finding one; with a keyword only the stores that match. */
  getUserCompanyTree: post('/api/Role/GetUserCompanyTree', {
    reads: true,
    ...page,
    title: '公司门店树',
    input: { keyword },
    result: organTreeResult,
    search: {
      noun: '门店的用户',
      page: 'UserManagement',
      by: 'keyword',
      title: 'name',
      about: ['areaCode'],
      node: ['companyId', 'areaCode', 'storeId'],
    },
  }),
  /** The same tree with the stores a user sees checked. */
  getCheckUserCompanyTree: post('/api/Role/GetCheckUserCompanyTree', {
    reads: true,
    ...page,
    title: '用户的门店范围',
    input: user,
    result: checkedOrganTree,
  }),
  /** The children of one node (no key = the companies), users of a store included, page by page. */
  getUserCompanyTreeChildrenPage: get('/api/Role/GetUserCompanyTreeChildrenPage', {
    ...page,
    title: '下级机构',
    input: { key: optional(note('上级', { max: 160 })), ...paging },
    result: pageOf(organNode),
  }),
}
