import { parseArgs } from 'node:util'
import { uninstall } from '../install/install.ts'
import { findInstallation, setupFor } from '../install/open.ts'
import { findRemains } from '../install/remains.ts'
import type { Command } from './command.ts'
import { say } from './say.ts'

/** `agent uninstall`: takes away all that an installation has put down, half ones too; `--keep-data` leaves what the counter keeps. */
export const command: Command = async (args) => {
  const { values } = parseArgs({ args, options: { 'keep-data': { type: 'boolean' } } })
  const whole = findInstallation()
  const found = whole ?? findRemains()
  if (!found) {
    say('没有安装本机助手')
    return 0
  }
  const setup = await setupFor(found.root, found.settings, say)
  await uninstall(setup, found.settings, { keepData: values['keep-data'] === true, say, running: process.execPath })
  if (!whole)
    say(
      `没有找到安装记录 install.json：浏览器策略里登记的医保云网址没有移除，请管理员检查；数据按 ${found.settings.data} 处理`,
    )
  return 0
}
