import type { ErrorText } from './error-text.ts'

/** Refusals of what is done about a difference (errors.ts). */
export const reconciliationErrors = {
  'recon.locked': { status: 409, error: '系统正在核实这一笔', tips: '核实结束后再处理' },
  'recon.note': { status: 400, error: '标记处理需要至少 5 个字的说明' },
  'recon.class': { status: 409, error: '批量处理不能包含不同类别的差异', tips: '请按类别选择' },
  'recon.undo': { status: 409, error: '这一处理不能撤回', tips: '只有 24 小时内的本地处理可以撤回' },
  'recon.action': { status: 409, error: '这类差异不能{action}' },
  'recon.state': { status: 409, error: '{text}' },
  'recon.unfinished': { status: 409, error: '{text}', quotes: true },
} as const satisfies Record<string, ErrorText>
