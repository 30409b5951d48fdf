import { join } from 'node:path'
import { policyAnswer } from '@yibao/shared/agent/cloud.ts'
import { CannotStart } from '../cannot-start.ts'
import { ErpToken } from '../cloud/erp-token.ts'
import { readJson } from '../files/disk.ts'
import type { Command } from './command.ts'
import { installed } from './here.ts'
import { say } from './say.ts'

/** Makes the token by which a native ERP speaks with this agent, and shows it: a service has nobody to show it to. */
export const command: Command = async () => {
  const { settings } = await installed()
  const folder = join(settings.data, 'agent')
  const kept = policyAnswer.safeParse(readJson(join(folder, 'policy.json')))
  if (kept.data?.policy.erpTokenHash) throw new CannotStart('ERP 令牌由医保云统一下发，不在本机生成')
  say(`ERP 令牌（只显示这一次，请填入 ERP；旧令牌已失效）: ${new ErpToken(folder).renew()}`)
  return 0
}
