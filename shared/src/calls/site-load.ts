import { get, pageOf, paging, post } from '../call.ts'
import { nodeHistory, nodeOrder, nodeRange, nodeRow } from '../entities/site-load.ts'
import { flag, note, optional, text } from '../field.ts'

const menu = 'SiteLoad'

/** /system-manager/site-load */
export const siteLoad = {
  current: get('/api/SiteLoad/Current', {
    menu,
    title: '站点负载',
    input: { ...paging, node: optional(note('节点', { max: 80 })) },
    result: pageOf(nodeRow),
  }),
  /** By the node's name: what it was before its last start belongs to it. */
  history: get('/api/SiteLoad/History', {
    menu,
    title: '负载历史',
    input: { name: nodeRow.shape.name, range: nodeRange },
    result: nodeHistory,
  }),
  command: post('/api/SiteLoad/Command', {
    menu,
    button: 'handle',
    title: '节点操作',
    audit: { action: '节点操作', record: ['id', 'order', 'reason', 'last'] },
    input: {
      id: nodeRow.shape.id,
      order: nodeOrder,
      reason: text('原因', { min: 2, max: 200 }),
      /** Said after a second question: nobody else serves meanwhile. */
      last: optional(flag('仍要操作最后一个节点')),
    },
  }),
}
