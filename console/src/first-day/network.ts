import { client } from '@yibao/shared/calls/client.ts'
import { parseTime } from '@yibao/shared/time.ts'
import { CallError, callServer } from '../api/index.ts'
import { FlowProblem } from '../kit/index.ts'
import { version } from '../state/version.ts'
import type { Check } from './context.ts'

/** A clock may be this far off (ux 5); logins refuse only at ten minutes, slips would be wrong before. s */
const mostSkew = 60

const minutes = (seconds: number) => (seconds < 120 ? `${seconds} 秒` : `${Math.round(seconds / 60)} 分钟`)

/** This PC minus the server, in seconds; the answer's way back is half of the round trip. */
export const skewOf = (serverTime: string, begin: number, end: number): number =>
  Math.round(((begin + end) / 2 - parseTime(serverTime).getTime() - 500) / 1000)

/** `本机时间快 3 分钟`, or undefined when the clock is good enough. */
export const clockProblem = (skew: number): string | undefined =>
  Math.abs(skew) > mostSkew ? `本机时间${skew > 0 ? '快' : '慢'} ${minutes(Math.abs(skew))}` : undefined

const ask = async () => {
  try {
    return await callServer(client.server, {}, { silent: true })
  } catch (error) {
    throw new FlowProblem({
      what: error instanceof CallError ? error.message : '连接不到医保云服务',
      meaning: '本机到医保云服务的网络不通，其他步骤都不能进行',
      next: '检查网线和代理设置，确认能打开其他网站，再重新检查',
    })
  }
}

/** This PC's way to the cloud: reachable, secure, its clock, and the same version on both sides. */
export const checkNetwork: Check = async ({ say }) => {
  say('正在连接医保云服务…', 20)
  await ask()
  const begin = Date.now()
  const answer = await ask()
  const end = Date.now()
  const skew = skewOf(answer.time, begin, end)
  const clock = clockProblem(skew)
  if (clock)
    throw new FlowProblem({
      what: clock,
      meaning: '时间不准会让登录和读卡被拒绝，小票时间也会不对',
      next: '打开 Windows「设置 → 时间和语言 → 立即同步」，再重新检查',
    })
  const secure = isSecureContext
  const same = answer.version === version
  const rows = [
    ['地址', location.origin],
    ['应答', `${end - begin} ms`],
    ['时间差', `${Math.abs(skew)} 秒`],
    ['加密', location.protocol === 'https:' ? 'HTTPS' : secure ? '本机地址，不需要' : '没有加密'],
    ['版本', same ? version : `服务 ${answer.version}，本页 ${version}`],
  ] as const
  if (!secure)
    return { text: '能连接，但本页没有加密：浏览器不允许它连接本机助手。请用 https 地址打开', warn: true, rows }
  if (!same) return { text: '能连接；本页的版本与服务不同，请刷新页面', warn: true, rows }
  return { text: '医保云服务可以访问，本机时间准确', rows }
}
