import type { ErrorText } from './error-text.ts'

/** Refusals of what a page keeps for somebody, or for everybody (errors.ts). */
export const pageErrors = {
  'page.size': { status: 400, error: '设置内容超过 {limit} 字节', tips: '请减少列或条件' },
  'page.shared': {
    status: 403,
    error: '{what}由{area}的全部公司共用，当前账号只管理其中一部分门店，没有保存',
    tips: '请联系区划管理员或平台管理员；自己用的可以另存',
  },
  'page.owner': { status: 403, error: '只有创建人或管理员可以修改', tips: '可以另存为自己的' },
} as const satisfies Record<string, ErrorText>
