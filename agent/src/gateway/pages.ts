import type { UpdateReport } from '@yibao/shared/agent/release.ts'
import { clockTime } from './clock-time.ts'
import type { Gateway } from './context.ts'
import type { Health } from './metrics.ts'

// The agent's own pages: plain HTML, no script, nothing about persons or devices.

const style =
  'body{font:16px/1.7 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;max-width:36em;margin:12vh auto;padding:0 1em;color:#1f1f1f}' +
  'h1{font-size:20px}strong{font-size:40px;letter-spacing:.2em;font-variant-numeric:tabular-nums}a{color:#0958d9}'

/** All of them: their own style and nothing else, in no frame, and out of reach of the window that opened them. */
export const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
}

const page = (title: string, body: string) =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${title}</title><style>${style}</style><h1>${title}</h1>${body}</html>`

const pairingWords = {
  unenrolled: '还没有绑定门店。请打开医保云的「安装初始化」页面绑定。',
  enrolled: '已绑定门店。',
  expired: '策略已过期，请核对这台电脑的日期和时间，连接网络后等待自动更新。',
} as const

const deskWords = {
  starting: '桌面程序正在启动。',
  ready: '桌面程序已就绪。',
  restarting: '桌面程序异常退出，正在重新启动。',
  stopped: '桌面程序未运行，请登录 Windows。',
} as const

const updateWords: Record<UpdateReport['phase'], (to: string) => string> = {
  downloading: (to) => `正在下载版本 ${to}。`,
  downloaded: (to) => `已下载版本 ${to}，正在校验。`,
  verified: (to) => `已校验版本 ${to}。`,
  staged: (to) => `版本 ${to} 已就位，等待切换。`,
  waiting: (to) => `版本 ${to} 已就位，打烊后空闲时切换。`,
  activating: (to) => `正在切换到版本 ${to}。`,
  probing: (to) => `正在检查版本 ${to}。`,
  committed: (to) => `已升级到版本 ${to}。`,
  rolledBack: (to) => `版本 ${to} 没有通过检查，已自动退回；24 小时后再试。`,
  refused: (to) => `没有接受版本 ${to}，请联系管理员。`,
}

const reasonWords: Record<string, (to: string) => string> = {
  line: (to) => `版本 ${to} 的下载中断，会自动继续；一直如此请检查网络。`,
  disk: (to) => `磁盘空间不足，没有下载版本 ${to}，请清理磁盘，之后自动继续。`,
  UPDATER: (to) => `更新服务启动不了，没有换到版本 ${to}，请联系管理员重新运行安装程序（修复）。`,
  UPDATER_SLOW: (to) =>
    `更新服务两分钟内没有做完，没有换到版本 ${to}，稍后再试；一直如此请联系管理员检查磁盘和杀毒软件。`,
}

const wordsOf = ({ phase, to, reason = '' }: UpdateReport) => (reasonWords[reason] ?? updateWords[phase])(to)

const updateLine = (update: UpdateReport | undefined) => (update ? `<p>升级：${wordsOf(update)}</p>` : '')

const damagedLine = (damaged: string | undefined) => (damaged ? `<p>${damaged}</p>` : '')

const workLine = ({ reads, faults, lastReadAt }: Health) =>
  `<p>今日读卡 ${reads} 次，故障 ${faults} 次。${lastReadAt ? `最近读卡 ${clockTime(lastReadAt)}。` : ''}</p>`

/** State of the agent for whoever opens its address. */
export const statusPage = ({ version, identity, policy, desk, port, damaged, update, metrics }: Gateway) =>
  page(
    '医保云本机助手',
    `<p>正在运行，版本 ${version}，端口 ${port()}，编号 ${identity.agentId}。</p>
<p>${pairingWords[policy().pairing]}${deskWords[desk.state]}</p>
${damagedLine(damaged())}
${workLine(metrics.health)}
${updateLine(update())}
<p>在未登录的「工具集」或「安装初始化」页面检查设备时，需要配对码：<a href="/v1/setup">显示配对码</a></p>`,
  )

const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)

const noConsoleWords = {
  unenrolled: (link: (path: string, text: string) => string) =>
    `这台电脑还没有绑定门店，不能在这里打开医保云。</p><p>请打开${link('/install-init', '「安装初始化」')}，用门店的绑定码绑定；绑定后刷新本页。绑定码由管理员在「门店数据」生成。`,
  expired: () => `${pairingWords.expired}</p><p>更新后刷新本页；仍不能打开时请联系管理员。`,
  enrolled: (link: (path: string, text: string) => string) =>
    `管理员没有开放从这台电脑的本机助手打开医保云。</p><p>请打开${link('/', '医保云')}；读卡和打印照常使用。`,
} as const

/** In place of the console, where this agent serves none. */
export const noConsolePage = ({ serverUrl, policy }: Pick<Gateway, 'serverUrl' | 'policy'>) => {
  const link = (path: string, text: string) => `<a href="${escaped(serverUrl.replace(/\/$/, '') + path)}">${text}</a>`
  return page('医保云还不能打开', `<p>${noConsoleWords[policy().pairing](link)}</p>`)
}

/** The pairing code of a setup session. */
export const setupPage = ({ digits, seconds }: { digits: string; seconds: number }) =>
  page(
    '配对码',
    `<p><strong>${digits}</strong></p>
<p>请在医保云页面输入这 6 位数字。${seconds} 秒内有效，只能用一次，可输入 3 次。</p>
<p>只能检查驱动、打印测试页和试读卡，不能结算。不是本人操作时请关闭此页。</p>`,
  )
