import type { ResultOf } from '@yibao/shared/call.ts'
import type { company } from '@yibao/shared/calls/company.ts'
import type { Tools } from '../kit/index.ts'
import { showSecret } from '../permission/secret.tsx'

/** Shows a new verify code once: the server keeps no more than its hash. */
export const showKey = (
  { companyId, verifyCode, formerUntil }: ResultOf<typeof company.rotateKey>,
  tools: Pick<Tools, 'dialogs'>,
) => {
  const former = formerUntil ? `旧验证码还能用到 ${formerUntil}，请在此之前改好每台电脑的 ERP 设置。` : ''
  const tips = `只显示这一次，请填入 ERP 的医保设置。遗失后只能更换。${former}`
  return showSecret(`公司 ${companyId} 的验证码`, tips, verifyCode, tools)
}
