import { get, pageOf, paging, post } from '../call.ts'
import {
  clientRow,
  clientSummary,
  clientTrouble,
  commandKind,
  commandResult,
  commandRow,
  onlineState,
  registeredRow,
} from '../entities/client-monitor.ts'
import { group, id, note, optional } from '../field.ts'

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
      trouble: optional(clientTrouble),
      storeId: optional(id('门店')),
      companyId: optional(id('公司')),
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
  summary: get('/api/ClientMonitor/Summary', { ...monitor, title: '客户端概况', result: clientSummary }),
  /** Has an agent do something; it hears of it at once over the line it holds open. */
  command: post('/api/ClientMonitor/Command', {
    ...monitor,
    button: 'handle',
    title: '远程操作',
    audit: { action: '远程操作', record: ['agentId', 'kind'] },
    input: { agentId: clientRow.shape.agentId, kind: commandKind },
    result: group('指令', { commandId: commandRow.shape.commandId }),
  }),
  /** What was asked of an agent lately, newest first. */
  commands: get('/api/ClientMonitor/Commands', {
    ...monitor,
    title: '远程操作记录',
    input: { ...paging, agentId: clientRow.shape.agentId },
    result: pageOf(commandRow),
  }),
  /** What an agent answered; redacted at the agent, and still for those only who may ask. */
  commandResult: get('/api/ClientMonitor/CommandResult/:commandId', {
    ...monitor,
    button: 'handle',
    title: '远程操作结果',
    input: { commandId: commandRow.shape.commandId },
    result: commandResult,
  }),
  bundle: get('/api/ClientMonitor/Bundle/:commandId', {
    ...monitor,
    button: 'handle',
    title: '下载诊断包',
    audit: { action: '下载诊断包', record: ['commandId'] },
    input: { commandId: commandRow.shape.commandId },
    // A JSON body would be read as a refusal (SPEC 7).
    file: 'application/octet-stream',
  }),
  /** Forgets an agent: what it signs counts no more, and it must be enrolled again with a new code. */
  unbind: post('/api/ClientMonitor/Unbind', {
    ...monitor,
    button: 'handle',
    title: '解除绑定',
    audit: { action: '解除绑定', record: ['agentId'] },
    input: { agentId: clientRow.shape.agentId },
  }),
  /** The PCs that were registered for their ERP's silent login, by store. */
  registered: get('/api/ClientMonitor/Registered', {
    ...monitor,
    title: '客户端编号',
    input: {
      ...paging,
      keyword: optional(note('编号/电脑/门店/操作员', { max: 60 })),
      standing: optional(registeredRow.shape.standing),
    },
    result: pageOf(registeredRow),
  }),
  /** Forgets a registration: its ERP no longer comes in, and the number is free for another PC or store. */
  unregister: post('/api/ClientMonitor/Unregister', {
    ...monitor,
    button: 'handle',
    title: '解除登记',
    audit: { action: '解除登记', record: ['id'] },
    input: { id: registeredRow.shape.id },
  }),
}
