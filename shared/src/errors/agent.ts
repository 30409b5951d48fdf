import type { ErrorText } from './error-text.ts'

/** Refusals of a counter PC: its agent, its readers, and what it was asked to go on with (errors.ts). */
export const agentErrors = {
  'agent.signature': { status: 403, error: '读卡结果没有通过校验', tips: '请重新读卡' },
  // The console's light tells these apart by their code: each has its own state and its own way out (ux 4).
  'agent.unknown': {
    status: 403,
    error: '本机助手没有登记',
    tips: '请联系管理员重新绑定助手',
    messageCode: 'agent.unknown',
  },
  'agent.enrol': { status: 403, error: '绑定码不正确或已过期', tips: '请在「安装初始化」重新登记这台电脑' },
  'agent.store': {
    status: 403,
    error: '门店不符：本机助手没有绑定当前门店',
    tips: '请重新绑定助手，或换用本店的账号',
    messageCode: 'agent.store',
  },
  'agent.origin': {
    status: 403,
    error: '当前网址不在助手的允许名单中',
    tips: '请从医保云的正式网址打开，或联系管理员添加',
    messageCode: 'agent.origin',
  },
  'agent.shared': { status: 403, error: '这台客户端还服务于当前账号权限外的门店', tips: '请联系超级管理员解除绑定' },
  'agent.offline': { status: 409, error: '这台客户端不在线', tips: '请让店员打开电脑，确认本机助手在运行' },
  'agent.busy': { status: 409, error: '这台客户端还有未完成的「{title}」', tips: '请等它完成' },
  'agent.request': { status: 403, error: '助手的请求没有通过校验', tips: '请校准本机时间；仍不行请重新绑定助手' },
  'continuation.gone': { status: 410, error: '这次操作已过期', tips: '请重新操作' },
  'device.failed': { status: 422, error: '{text}', tips: '{tips}' },
} as const satisfies Record<string, ErrorText>
