import type { Light } from './light-states.ts'

/**
 * The fifth light, inside an ERP's frame only (ux 4). `host`: whoever holds the page takes frames; `agent`: the agent does,
 * which keeps them for the ERP; `waiting`: results that the ERP has not acknowledged.
 */
export const erpLight = ({ host, agent, waiting }: { host: boolean; agent: boolean; waiting: number }): Light => {
  const light = { title: 'ERP' }
  if (waiting > 0) {
    const meaning = `${waiting} 笔结算的结果 ERP 还没有确认收到，系统会继续重发；医保已记账，请勿重复结算。`
    return { ...light, word: `待回传 ${waiting}`, tone: 'warn', meaning, action: { name: 'resendErp', text: '重发' } }
  }
  if (host || agent) return { ...light, word: '已连接', tone: 'good', meaning: '销售单和结算结果可以往来。' }
  const meaning = 'ERP 和本机助手都没有应答：销售单送不来，结算结果会等到恢复再送。请从 ERP 重新打开本页。'
  return { ...light, word: '未就绪', tone: 'warn', meaning }
}
