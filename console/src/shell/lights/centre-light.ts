import type { ResultOf } from '@yibao/shared/call.ts'
import type { centre } from '@yibao/shared/calls/centre.ts'
import { parseTime, shortTime } from '@yibao/shared/time.ts'
import type { Tone } from '../../agent/texts.ts'
import type { Light } from './light-states.ts'

/** Why nothing can be settled yet: who has signed in today and finds it ended is told so. */
export const unsignedText = (endedAt: string | undefined): string =>
  endedAt
    ? `今天的签到在 ${endedAt.slice(11, 16)} 已经结束，重新签到后才能结算。`
    : '本店今天还没有签到，签到后才能结算。'

type Standing = ResultOf<typeof centre.state>

export interface CentreFacts {
  link: { server: 'ok' | 'down'; since: number }
  /** What the server says of the centre; undefined before its first answer. */
  centre: Standing | undefined
  /** undefined: not this person's concern, or not known yet. */
  signed: boolean | undefined
  maySign: boolean
  /** Only a store asks the centre anything. */
  mayRetry: boolean
  /** Of a sign-in that ended today. */
  endedAt: string | undefined
  /** Unix ms. */
  now: number
}

const msOf = (time: string) => parseTime(time).getTime()
const day = 86_400_000

/** A moment of a maintenance: within a day its time is enough. */
const momentOf = (time: string, now: number) =>
  Math.abs(msOf(time) - now) < day ? time.slice(11, 16) : time.slice(5, 16)

const minutesSince = (since: string, now: number) => Math.max(1, Math.floor((now - msOf(since)) / 60_000))

const secondsOf = (ms: number) => (ms / 1000).toFixed(1)

/** Whether its word changes by itself with the time. */
export const centreTicks = (standing: Standing | undefined): boolean =>
  standing?.state === 'silent' || standing?.maintenance !== undefined

/** 医保中心: the cloud service first, then what was announced, then whether it answers, then the sign-in (ux 4). */
export const centreLight = ({ link, centre, signed, maySign, mayRetry, endedAt, now }: CentreFacts): Light => {
  const light = (word: string, tone: Tone, meaning: string, action?: Light['action'], since?: number): Light => ({
    title: '医保中心',
    word,
    tone,
    meaning,
    since,
    action,
  })
  const retry = mayRetry ? { name: 'retryCentre', text: '重试' } : undefined
  if (link.server === 'down') {
    const again = { name: 'reload', text: '重新连接' }
    return light('云服务断开', 'harm', '连接不到云服务，没有提交的操作不会扣款。', again, link.since)
  }
  const { state = 'unknown', ms, since, answeredAt, maintenance } = centre ?? {}
  const last = answeredAt ? `最近一次答复 ${shortTime(answeredAt, new Date(now))}。` : ''
  const announced = maintenance && msOf(maintenance.until) > now ? maintenance : undefined
  const until = announced && momentOf(announced.until, now)
  if (announced && msOf(announced.from) <= now)
    return light(
      `维护中至 ${until}`,
      'warn',
      `${announced.title}。期间新的结算可能不成功，已完成的不受影响。${state === 'silent' ? last : ''}`,
      state === 'silent' ? retry : undefined,
      msOf(announced.from),
    )
  if (state === 'silent')
    return light(
      since ? `中断 ${minutesSince(since, now)} 分钟` : '中断',
      'harm',
      `医保中心没有答复，新的结算会失败，已完成的不受影响。系统每 30 秒重试一次。${last}`,
      retry,
      since ? msOf(since) : undefined,
    )
  if (signed === false)
    return light('未签到', 'warn', unsignedText(endedAt), maySign ? { name: 'signIn', text: '签到' } : undefined)
  const coming = announced
    ? `${momentOf(announced.from, now)} 至 ${until} 停机维护：${announced.title}，请在之前完成结算。`
    : ''
  if (state === 'slow' && ms !== undefined)
    return light(
      `慢 ${secondsOf(ms)} 秒`,
      'warn',
      `医保中心答复很慢，结算要等得久一些，请勿重复操作。${coming || last}`,
    )
  if (state === 'unknown') return light('未知', 'off', `本区划还没有和医保中心通信。${coming}`)
  return light(ms === undefined ? '正常' : `正常 ${ms} ms`, 'good', `医保中心可以访问。${coming || last}`)
}
