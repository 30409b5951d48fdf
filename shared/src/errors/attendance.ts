import type { ErrorText } from './error-text.ts'
import { CODE_CENTRE_REFUSED } from './wire.ts'

/** Refusals of 签到 and 签退 (errors.ts). */
export const attendanceErrors = {
  'sign.missing': { status: 409, error: '本店今天还没有签到', tips: '签到后才能结算' },
  'sign.closed': { status: 409, error: '今天的签到已经结束', tips: '重新签到后才能结算' },
  'sign.system': { status: 409, error: '系统在医保中心的签到已失效', tips: '请再操作一次，系统会重新签到' },
  'sign.noMachine': {
    status: 422,
    error: '医保中心：“{text}”',
    tips: '这次签到没有本机的 MAC 地址（助手没有运行或版本太旧），登记电脑的医保中心会拒绝。请启动或升级助手后再签到，或由管理员在「医保配置」填写签到 MAC 地址',
    ...{ messageCode: CODE_CENTRE_REFUSED, quotes: true },
  },
  'sign.unfinished': {
    status: 409,
    error: '还有 {n} 笔结算没有结果，不能签退',
    tips: '请先在异常订单中处理：{orders}',
  },
  'sign.none': { status: 409, error: '当前没有签到', tips: '不需要签退' },
} as const satisfies Record<string, ErrorText>
