import { CallError } from '../../api/index.ts'
import { FlowProblem, type Problem } from './types.ts'

const meaning = '这一步没有完成，已通过的步骤不受影响'
const next = '按「重新检查」再试；仍不行请保存日志交给管理员'

/** Any failure of a check in the three parts that a person needs (ux 8). */
export const explain = (error: unknown): Problem => {
  if (error instanceof FlowProblem) return error.problem
  if (error instanceof CallError) return { what: error.message, meaning, next: error.tips || next }
  return { what: '出现了没有预料的情况', meaning, next }
}
