import type { ErrorText } from './error-text.ts'

/** Refusals of SQL版本管理. */
export const sqlErrors = {
  'sql.package': {
    status: 400,
    error: '脚本包没有收下：{text}',
    tips: '请上传用发布密钥签名后的脚本包（tools/sign-sql.ts），不要改动其中的内容',
  },
  'sql.exists': { status: 409, error: '版本 {version} 的「{name}」已经上传过', tips: '请提高版本号，重新签名' },
  'sql.altered': {
    status: 409,
    error: '脚本的内容与上传时不同，没有执行',
    tips: '数据库里的脚本被改动过。请联系开发方，重新签名上传',
  },
  'sql.keys': {
    status: 409,
    error: '签名用的发布密钥已更换，没有执行',
    tips: '请用现在的发布密钥重新签名，提高版本号后上传',
  },
  'sql.state': { status: 409, error: '脚本现在的状态不能{action}', tips: '请刷新后再看' },
  'sql.busy': { status: 409, error: '另一个脚本正在执行，这一个没有开始', tips: '请等它结束后再执行' },
  'sql.noRollback': { status: 409, error: '这个脚本没有回滚脚本', tips: '需要撤销时，请联系开发方另做一个脚本' },
} as const satisfies Record<string, ErrorText>
