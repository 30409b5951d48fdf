import type { Gateway } from './context.ts'

// The agent's own two pages: plain HTML, no script, nothing about persons or devices.

const style =
  'body{font:16px/1.7 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;max-width:36em;margin:12vh auto;padding:0 1em;color:#1f1f1f}' +
  'h1{font-size:20px}strong{font-size:40px;letter-spacing:.2em;font-variant-numeric:tabular-nums}a{color:#0958d9}'

/** Both pages: their own style and nothing else, in no frame, and out of reach of the window that opened them. */
export const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
}

const page = (title: string, body: string) =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${title}</title><style>${style}</style><h1>${title}</h1>${body}</html>`

const pairingWords = {
  unenrolled: '还没有绑定门店。请打开医保云的「安装初始化」页面绑定。',
  enrolled: '已绑定门店。',
  expired: '策略已过期，请连接网络后等待自动更新。',
} as const

const deskWords = {
  starting: '桌面程序正在启动。',
  ready: '桌面程序已就绪。',
  restarting: '桌面程序异常退出，正在重新启动。',
  stopped: '桌面程序未运行，请登录 Windows。',
} as const

/** State of the agent for whoever opens its address. */
export const statusPage = ({ version, identity, policy, desk }: Gateway) =>
  page(
    '医保云本机助手',
    `<p>正在运行，版本 ${version}，编号 ${identity.agentId}。</p>
<p>${pairingWords[policy().pairing]}${deskWords[desk.state]}</p>
<p>在未登录的「工具集」或「安装初始化」页面检查设备时，需要配对码：<a href="/v1/setup">显示配对码</a></p>`,
  )

/** The pairing code of a setup session. */
export const setupPage = ({ digits, seconds }: { digits: string; seconds: number }) =>
  page(
    '配对码',
    `<p><strong>${digits}</strong></p>
<p>请在医保云页面输入这 6 位数字。${seconds} 秒内有效，只能用一次，可输入 3 次。</p>
<p>只能检查驱动、打印测试页和试读卡，不能结算。不是本人操作时请关闭此页。</p>`,
  )
