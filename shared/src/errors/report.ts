import type { ErrorText } from './error-text.ts'

/** Refusals of the reports that administrators define (errors.ts). */
export const reportErrors = {
  'report.code': { status: 409, error: '{place}已有编码为 {code} 的报表', tips: '请换一个编码' },
  'report.place': {
    status: 403,
    error: '没有修改{place}报表的权限',
    tips: '请复制到自己的区划后修改，或联系上级管理员',
  },
  'report.changed': { status: 409, error: '报表在查看后有了修改，没有保存', tips: '请重新打开这张报表后再修改' },
  'report.content': { status: 400, error: '报表还不能保存：{text}', tips: '请改正后再保存' },
  'report.roles': { status: 409, error: '还没有选择可运行的角色，发布后没有人能看到', tips: '请先编辑报表，选择角色' },
  'report.published': { status: 409, error: '这个版本已经在用', tips: '请刷新后再看' },
  'report.stopped': { status: 409, error: '报表「{name}」已停用', tips: '需要时请联系管理员恢复' },
  'report.role': { status: 403, error: '报表「{name}」没有发布给你的角色', tips: '请联系管理员' },
  'report.period': { status: 400, error: '期间不能使用：{text}', tips: '请改期间后再查询' },
  'report.many': { status: 400, error: '分组后超过 {most} 行，没有统计', tips: '请缩短期间、增加条件，或少分几组' },
  'report.unpublished': { status: 409, error: '报表还没有发布，或已停用，不能定时发送', tips: '请先发布报表' },
  'report.scheduleChanged': { status: 409, error: '定时在查看后有了修改，没有保存', tips: '请重新打开后再修改' },
  'report.recipients': { status: 400, error: '定时没有保存：{text}', tips: '请改正后再保存' },
  'report.slow': {
    status: 503,
    error: '统计超过 {seconds} 秒，已停止，没有结果',
    tips: '请缩短期间、选择门店或增加条件后再试',
  },
} as const satisfies Record<string, ErrorText>
