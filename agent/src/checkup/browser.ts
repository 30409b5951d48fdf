import { helped } from '../install/browser-policies.ts'
import { isLocal } from '../install/origins.ts'
import { policiesMissing } from '../install/policies.ts'
import type { Finding, Look } from './finding.ts'

/** Whether browsers let the console's pages reach the agent without asking (agent.md 3.5). */
export const browser: Look = async ({ settings }) => {
  const { consoleOrigins, scope } = settings
  const plain = consoleOrigins.filter((origin) => origin.startsWith('http://') && !isLocal(origin))
  const findings: Finding[] = plain.map((origin) => ({
    level: 'bad',
    text: `${origin} 不是 https，浏览器不允许它连接本机助手`,
    cure: '给医保云配置 https，或打开本机助手的 /app/ 页面',
  }))
  const pages = helped(consoleOrigins)
  if (!pages.length) return findings
  const missing = await policiesMissing(settings)
  if (!missing.length)
    return [...findings, { level: 'ok', text: `Chrome、Edge、Firefox 的策略已设置：${pages.join('、')}` }]
  const cure = '在医保云页面右上角的「助手」里点「允许」，或以管理员身份重新运行安装程序'
  const level = scope === 'system' ? 'bad' : 'note'
  const text = `${missing.join('、')} 没有设置策略，页面第一次连接时浏览器会询问`
  return [...findings, { level, text, cure }]
}
