import type { ErrorText } from '../errors.ts'

/** Refusals about stores, their people and their departments. */
export const organisationErrors = {
  'staff.shops': { status: 409, error: '没有可以处理的门店', tips: '请先添加门店，或选择其他区划' },
  'staff.asked': { status: 400, error: '姓名和国家编码至少填一项' },
  'doctor.taken': { status: 409, error: '本店已有国家编码为 {code} 的人员', tips: '请修改原有的人员' },
  'department.taken': { status: 409, error: '本店已有编码为 {code} 的科室', tips: '请修改原有的科室，或换一个编码' },
  'department.dates': { status: 400, error: '结束日期早于开始日期' },
  'department.batch': { status: 422, error: '{n} 个科室没有上报：{text}', tips: '请按说明修改后再上报' },
  'department.unknown': {
    status: 504,
    error: '医保中心没有答复，不知道「{name}」是否已{action}',
    tips: '请稍后再按一次「{button}」：系统先向中心查询，再决定是否发送',
  },
} as const satisfies Record<string, ErrorText>
