import type { ErrorText } from './error-text.ts'

/** Refusals of notices (errors.ts). */
export const messageErrors = {
  'message.all': { status: 403, error: '只有超级管理员可以向所有人发布', tips: '请改选区划或门店' },
  'message.nobody': {
    status: 409,
    error: '这家门店没有可用的操作员账号，没有提醒',
    tips: '请先在「用户管理」新增这家门店的操作员',
  },
  'message.scope': { status: 403, error: '不能向这个范围发布', tips: '没有一个区划的全部门店时，请改选门店' },
} as const satisfies Record<string, ErrorText>
