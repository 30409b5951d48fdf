import type { ErrorText } from './error-text.ts'

/** Refusals of the hints and their index (errors.ts). */
export const hintErrors = {
  'hint.pattern': { status: 400, error: '匹配式不能使用：{text}', tips: '请改好匹配式后再保存' },
  'hint.index': { status: 409, error: '提示的全文索引还没有建立', tips: '请在索引管理中重建索引' },
  'hint.building': { status: 409, error: '索引正在重建', tips: '请等待重建结束' },
} as const satisfies Record<string, ErrorText>
