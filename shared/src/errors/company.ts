import type { ErrorText } from './error-text.ts'

/** Refusals about companies, the tenants of the service (errors.ts). */
export const companyErrors = {
  'company.stopped': { status: 403, error: '公司已停用，不能登录', tips: '请联系医保云管理员' },
  'company.taken': { status: 409, error: '公司编号 {companyId} 已被使用', tips: '请换一个编号' },
  'company.area': { status: 409, error: '{areas} 还有这家公司的门店，不能取消', tips: '请先关闭这些门店' },
  'company.none': { status: 409, error: '{name} 还没有门店', tips: '请先导入门店' },
  'company.used': { status: 409, error: '{name} 有过门店，不能撤回', tips: '不再使用请在公司管理中停用' },
  'company.admin': { status: 409, error: '「{userName}」不是管理员账号', tips: '请换一个用户名' },
  'company.adminStopped': {
    status: 409,
    error: '「{userName}」的账号已停用',
    tips: '要用它请先在「用户管理」启用，否则换一个用户名',
  },
  'company.adminOther': { status: 409, error: '没有把公司给「{userName}」', tips: '请换一个用户名' },
} as const satisfies Record<string, ErrorText>
