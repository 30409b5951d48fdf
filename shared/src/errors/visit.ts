import type { ErrorText } from './error-text.ts'

/** Registered visits (2201 to 2208). */
export const visitErrors = {
  'visit.ended': { status: 409, error: '这张订单没有要撤销的挂号', tips: '可能已由系统撤销，请刷新后再看' },
  'visit.unanswered': {
    status: 503,
    error: '撤销挂号没有得到答复：{text}',
    tips: '没有扣款；系统稍后再撤销，也可以再次操作',
    quotes: true,
  },
  'visit.busy': {
    status: 409,
    error: '正在向医保中心上传这笔购药',
    tips: '没有扣款。请稍候再按一次预结算',
  },
  'visit.gone': {
    status: 409,
    error: '这笔购药的门诊挂号已作废，原预结算随之作废',
    tips: '按 F8 重新预结算，系统重新挂号',
  },
  'visit.total': {
    status: 409,
    error: '医保中心按 {theirs} 元预结算，购药明细是 {ours} 元',
    tips: '没有扣款。请再按一次预结算，系统重新挂号；仍不一致请联系医保中心',
  },
  'visit.department': {
    status: 409,
    error: '本店没有已上报的科室，不能办理门诊挂号',
    tips: '请管理员在「科室」登记并上报本店的科室',
  },
  'visit.doctor': {
    status: 409,
    error: '本店没有可以署名的药师，不能办理门诊挂号',
    tips: '请管理员在「医保医师药师」填写药师的国家编码，有几位时设一位为默认',
  },
  'visit.diagnosis': {
    status: 409,
    error: '门诊挂号需要诊断',
    tips: '处方没有诊断编码，请管理员在「医保配置」填写默认诊断',
  },
} as const satisfies Record<string, ErrorText>
