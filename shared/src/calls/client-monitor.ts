import { get, pageOf, paging, post } from '../call.ts'
import { clientRow, onlineState } from '../entities/client-monitor.ts'
import { note, optional } from '../field.ts'

const monitor = { menu: 'ClientMonitor', scope: 'area' } as const

/** /system-manager/client-monitor */
export const clientMonitor = {
  paged: get('/api/ClientMonitor/Paged', {
    ...monitor,
    title: '客户端监控',
    input: {
      ...paging,
      keyword: optional(note('电脑/门店', { max: 60 })),
      online: optional(onlineState),
      /** Its beginning: 1.2 finds 1.2.0 and 1.2.3. */
      version: optional(note('助手版本', { max: 40 })),
    },
    result: pageOf(clientRow),
    search: {
      noun: '客户端',
      page: monitor.menu,
      by: 'keyword',
      title: 'machine',
      about: ['stores', 'online'],
      filters: { keyword: 'machine' },
    },
  }),
  /** Forgets an agent: what it signs counts no more, and it must be enrolled again with a new code. */
  unbind: post('/api/ClientMonitor/Unbind', {
    ...monitor,
    button: 'handle',
    title: '解除绑定',
    audit: { action: '解除绑定', record: ['agentId'] },
    input: { agentId: clientRow.shape.agentId },
  }),
}
