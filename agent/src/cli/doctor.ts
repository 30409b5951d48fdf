import { isSea } from 'node:sea'
import { appWindowIcon } from '../checkup/app-window.ts'
import { browser } from '../checkup/browser.ts'
import { lookedAt } from '../checkup/checkup.ts'
import { files } from '../checkup/files.ts'
import type { Finding } from '../checkup/finding.ts'
import { service } from '../checkup/service.ts'
import { findInstallation, setupFor } from '../install/open.ts'
import type { Command } from './command.ts'
import { drivers } from './doctor/drivers.ts'
import { ports } from './doctor/ports.ts'
import { printers } from './doctor/printers.ts'
import { records } from './doctor/records.ts'
import { server } from './doctor/server.ts'
import { say } from './say.ts'

const marks = { ok: '✓', note: '·', bad: '✕' } as const

const print = ({ level, text, cure }: Finding) => {
  say(`${marks[level]} ${text}`)
  if (cure) say(`  → ${cure}`)
}

/** Looks at everything an agent needs and says what to do; ends with 1 when something is wrong. */
export const command: Command = async () => {
  const found = findInstallation()
  if (!found) {
    const tools = isSea() ? '' : '；npm start 启动的助手没有安装，请在页面「工具集」（/tools）检查'
    print({ level: 'bad', text: '没有安装本机助手', cure: `运行安装程序或 agent install${tools}` })
    return 1
  }
  const { root, settings } = found
  const patient = { root, settings, setup: await setupFor(root, settings) }
  const findings: Finding[] = []
  for (const look of [files, service, ports, records, server, drivers, printers, browser, appWindowIcon]) {
    const some = await lookedAt(look, patient)
    // Several looks may miss the same.
    const news = some.filter(({ text }) => !findings.some((one) => one.text === text))
    news.forEach(print)
    findings.push(...news)
  }
  const bad = findings.filter(({ level }) => level === 'bad').length
  say(bad ? `\n有 ${bad} 处需要处理` : '\n一切正常')
  return bad ? 1 : 0
}
