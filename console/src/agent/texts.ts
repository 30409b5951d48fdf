import { agentPorts } from '@yibao/shared/agent/protocol.ts'
import type { AgentState } from './store.ts'

export type Tone = 'good' | 'warn' | 'harm' | 'off'

/** Where agents listen unless an installation says otherwise, in words. */
export const portRange = `${agentPorts[0]} 至 ${agentPorts.at(-1)}`

export interface StateText {
  word: string
  tone: Tone
  /** What it means for the work at hand. */
  meaning: string
  /** The one thing to do; the agent's module runs it by this name. */
  action?: {
    name: 'connect' | 'retry' | 'secure' | 'repair' | 'check' | 'local' | 'pair' | 'window' | 'install'
    text: string
  }
}

const still = '电子凭证仍可扫码，打印改用浏览器。'

/** The states of the agent with their words and the one action each (ux 4). */
export const stateTexts: Record<AgentState, StateText> = {
  searching: { word: '正在查找', tone: 'off', meaning: '正在本机查找助手，约 2 秒。' },
  viewing: { word: '仅查看', tone: 'off', meaning: '以他人身份查看时不连接本机助手：读卡、结算和打印在此窗口不可用。' },
  permission: {
    word: '需要允许连接',
    tone: 'warn',
    meaning: '浏览器要先得到允许，本页才能连接本机助手。点「允许」后，在浏览器弹出的提示中再点「允许」。',
    action: { name: 'connect', text: '允许' },
  },
  blocked: {
    word: '浏览器已拦截',
    tone: 'harm',
    meaning: `浏览器不允许本页连接本机助手。${still}放行：点地址栏左侧图标 → 网站设置 → 本地网络访问 → 允许，然后重新查找。`,
    action: { name: 'retry', text: '重新查找' },
  },
  framed: {
    word: '框架未放行',
    tone: 'harm',
    meaning: `打开本页的框架没有放行，浏览器不允许本页连接本机助手。${still}放行：请 ERP 厂商在 iframe 上写 allow="loopback-network; local-network-access"。`,
    action: { name: 'window', text: '在新窗口打开' },
  },
  insecure: {
    word: '本页不安全',
    tone: 'harm',
    meaning: `本页用 http 打开，浏览器不允许它连接本机助手。${still}`,
    action: { name: 'secure', text: '打开安全地址' },
  },
  absent: {
    word: '未安装',
    tone: 'warn',
    meaning: `本机没有找到助手，暂不能读卡。${still}安装包由管理员提供，装好后按「安装初始化」绑定本店。`,
    action: { name: 'install', text: '安装助手' },
  },
  foreign: {
    word: '端口被占用',
    tone: 'harm',
    meaning: `助手的端口都被别的程序占用，暂不能读卡。${still}请管理员关闭占用 ${portRange} 端口的程序，再重新启动这台电脑。`,
    action: { name: 'retry', text: '重新查找' },
  },
  stopped: {
    word: '已停止',
    tone: 'warn',
    meaning: `连接不上本机助手，正在自动重连。${still}约 1 分钟没有恢复时，请重新启动这台电脑；仍不行请联系管理员。`,
    action: { name: 'retry', text: '立即重连' },
  },
  tooOld: {
    word: '版本不匹配',
    tone: 'warn',
    meaning: `本机助手与控制台的版本不匹配，暂不能读卡。${still}请管理员推送新版本后重新查找。`,
    action: { name: 'retry', text: '重新查找' },
  },
  clock: {
    word: '时间不准',
    tone: 'harm',
    meaning: `本机时间与云服务相差太多，本机助手不接受连接，暂不能读卡。${still}请校准本机的日期和时间，之后自动连接。`,
    action: { name: 'retry', text: '立即重连' },
  },
  expired: {
    word: '久未联网',
    tone: 'harm',
    meaning: `本机助手两个月没有连上云服务，或本机日期不对，暂不能读卡。${still}请核对本机的日期和时间，确认这台电脑能连到云服务，之后自动连接。`,
    action: { name: 'retry', text: '立即重连' },
  },
  wrongStore: {
    word: '门店不符',
    tone: 'harm',
    meaning: `本机助手绑定的不是当前门店。${still}请换成本店账号，或在「安装初始化」把这台电脑绑定到本店。`,
    action: { name: 'install', text: '重新绑定' },
  },
  noStore: {
    word: '本账号不用',
    tone: 'off',
    meaning: '助手为门店读卡和打印，当前账号没有门店。要在这台电脑上读卡，请用门店操作员账号登录。',
  },
  notListed: {
    word: '网址未登记',
    tone: 'harm',
    meaning: `本机助手已运行，但不接受从这个网址打开的页面。${still}请从助手打开本机的控制台，或请管理员登记这个网址。`,
    action: { name: 'local', text: '打开本机控制台' },
  },
  unpaired: {
    word: '待配对',
    tone: 'warn',
    meaning: '没有登录时，本页要用配对码连接本机助手，只能检查设备。',
    action: { name: 'pair', text: '显示配对码' },
  },
  connected: {
    word: '已连接',
    tone: 'good',
    meaning: '读卡、驱动和打印都可以使用。',
    action: { name: 'check', text: '自检' },
  },
  busy: { word: '忙', tone: 'good', meaning: '正在执行一项设备操作，完成后自动继续。' },
  driverFault: {
    word: '驱动故障',
    tone: 'harm',
    meaning: '读卡驱动出错，已暂停使用。社保卡、身份证暂不能读，电子凭证仍可扫码，不影响打印。',
    action: { name: 'repair', text: '恢复驱动' },
  },
}
