import type { AgentStateInfo } from '@yibao/shared/agent/entities.ts'
import { code } from '@yibao/shared/field.ts'
import * as z from 'zod/mini'
import { CallError } from '../api/index.ts'
import { FlowProblem } from '../kit/index.ts'
import type { Check, Tools } from './context.ts'

const wrongCodes = new Set(['SETUP_CODE_WRONG', 'SETUP_CODE_EXPIRED'])
const sixDigits = code('配对码', { max: 6 }).check(z.regex(/^\d{6}$/, '配对码是 6 位数字'))
const without = '读卡和打印都不能使用；电子凭证仍可扫码'
/** Where the installation's own words help more than those of the light (ux 4). */
const wayOut: Record<string, { meaning: string; next: string }> = {
  absent: { meaning: without, next: '向管理员要安装包并双击安装，装好后重新检查' },
  stopped: { meaning: without, next: '约 1 分钟后重新检查；仍不行请重新启动这台电脑' },
  tooOld: { meaning: without, next: '请管理员推送新版本，更新后重新检查' },
}

const notThere = ({ context: { device } }: Tools): FlowProblem => {
  const { state } = device.now()
  const { word, meaning } = device.words(state)
  return new FlowProblem({
    what: `本机助手：${word}`,
    ...(wayOut[state] ?? { meaning, next: '按上面的说明处理，再重新检查' }),
  })
}

const refused = (base: string): FlowProblem =>
  new FlowProblem({
    what: '本机助手不接受从这个网址打开的页面',
    meaning: `${location.origin} 不在助手的允许名单中，本页不能检查设备`,
    next: `用浏览器打开 ${base}/app${location.pathname}，或请管理员登记这个网址`,
  })

/** A session with the agent of this PC: the person's own, else by the six digits of the agent's page. */
export const connectAgent = async (tools: Tools): Promise<void> => {
  const { say, ask, context } = tools
  const { device } = context
  say('正在本机查找助手，约 2 秒…', 10)
  const { state, seen } = await device.search()
  if (['connected', 'busy', 'driverFault'].includes(state)) return
  if (!seen || state === 'tooOld') throw notThere(tools)
  let text = '输入本机助手页面上的 6 位配对码'
  for (;;) {
    const setupCode = await ask({
      kind: 'enter',
      text,
      field: sixDigits,
      hint: '没有登录时要证明你在这台电脑前；配对后 15 分钟内可以检查设备。',
      link: { text: '打开配对码页面', href: `${seen.base}/v1/setup` },
      okText: '配对',
    })
    try {
      return await device.pair(setupCode)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'agent.stopped') throw refused(seen.base)
      if (!wrongCodes.has(error.code)) throw error
      text = `${error.message}。${error.tips}，再输入 6 位配对码`
    }
  }
}

/** ms between two looks at whether the agent is still there. */
const lookMs = 300

/** Work that waits for the agent's word: ends with a problem as soon as the agent is gone, not when patience is. */
export const whileThere = async <T>({ context, signal }: Tools, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setInterval> | undefined
  const gone = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      if (signal.aborted) clearInterval(timer)
      if (context.device.now().state !== 'stopped') return
      reject(
        new FlowProblem({
          what: '与本机助手的连接中断',
          meaning: '这一步做到哪里不能确定，已通过的步骤不受影响',
          next: '助手会自动重新启动，约 10 秒后重新检查',
        }),
      )
    }, lookMs)
  })
  return Promise.race([work, gone]).finally(() => clearInterval(timer))
}

/** What the agent looks at of its installation; a newer one may look at more. */
const parts: Record<string, string> = { files: '文件', service: '服务', browser: '浏览器', icon: '桌面图标' }

const rowsOf = ({ version, agentId, stores, server, checkup = [] }: AgentStateInfo) =>
  [
    ['版本', version],
    ['编号', agentId],
    ['门店', stores.join('、') || '没有绑定'],
    ['助手到云服务', server.reachable ? `${server.ms} ms` : `连接不到 ${server.url}`],
    ...checkup.map(({ part, level, text, cure }): [string, string] => [
      parts[part] ?? '安装',
      `${level === 'ok' ? '✓' : '△'} ${text}${cure ? `。办法：${cure}` : ''}`,
    ]),
  ] as const

/** Neither the ERP's frame nor a window without an address bar (ux 2.1, 2.3). */
const isTab = () => window.parent === window && matchMedia('(display-mode: browser)').matches

/** What the agent says of itself, with what a person has to do; `tab`: this page stands in the tab of a browser. */
export const judgeAgent = (info: AgentStateInfo, tab: boolean) => {
  if (info.desk !== 'ready')
    throw new FlowProblem({
      what: '本机助手的桌面程序没有就绪',
      meaning: '读卡和打印由桌面程序进行，现在不能使用',
      next: '等待约 10 秒后重新检查；仍不行请重启电脑',
    })
  const faults = (info.checkup ?? []).filter(({ level }) => level !== 'ok').length
  const notes = [
    !info.server.reachable && '它连接不到云服务，登录后不能读卡：请检查代理和防火墙',
    tab && '本页开在浏览器的标签页里，焦点到地址栏时扫的码会进搜索引擎：请关闭本页，用桌面上的「医保云」图标打开',
    faults > 0 && `安装有 ${faults} 处要处理，见下面`,
  ].filter((note) => note !== false)
  const found = { rows: rowsOf(info), facts: { agentId: info.agentId } }
  if (!notes.length) return { text: '本机助手可以使用', ...found }
  return { text: `本机助手可以使用，但${notes.join('；')}`, warn: true as const, ...found }
}
const judge = (info: AgentStateInfo) => judgeAgent(info, isTab())

/** How the agent stands, without changing anything. */
export const checkAgent: Check = async (tools) => {
  await connectAgent(tools)
  tools.say('正在检查助手…', 60)
  const info = await tools.context.device.run('agent.state', {})
  const outcome = judge(info)
  return info.pairing === 'enrolled'
    ? outcome
    : { ...outcome, text: '助手可以使用，但还没有绑定门店：请打开「安装初始化」绑定', warn: true }
}

/**
 * Finds the agent and binds it to the store of the step before. Who has just registered binds again, bound or not: an
 * agent that was unbound at the server does not know it.
 */
export const bindAgent: Check = async (tools) => {
  const { context, facts, memory, say } = tools
  const { device } = context
  await connectAgent(tools)
  say('正在检查助手…', 60)
  const info = await device.run('agent.state', {})
  const { fixmedinsCode = '' } = facts('store')
  const enrolCode = memory.get('enrolCode')
  const bound = info.pairing === 'enrolled' && info.stores.includes(fixmedinsCode)
  if (bound && !enrolCode) return judge(info)
  if (!enrolCode)
    throw new FlowProblem({
      what: info.pairing === 'enrolled' ? '本机助手绑定的是其他门店' : '本机助手还没有绑定门店',
      meaning: '没有绑定本店时，登录后不能读卡和打印；上次登记的绑定码已不在本页',
      next: '回到「门店」重新登记，再检查助手',
      back: 'store',
    })
  say('正在绑定门店…', 80)
  const after = await device.run('agent.enrol', { code: enrolCode })
  memory.delete('enrolCode')
  if (!after.stores.includes(fixmedinsCode))
    throw new FlowProblem({
      what: '绑定的门店与登记的不一致',
      meaning: '助手连接的云服务不是本页的云服务',
      next: `请管理员核对助手的服务器地址：${after.server.url}`,
    })
  return judge(after)
}
