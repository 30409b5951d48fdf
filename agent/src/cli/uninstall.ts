import { parseArgs } from 'node:util'
import { uninstall } from '../install/install.ts'
import { findInstallation, setupFor } from '../install/open.ts'
import type { Command } from './main.ts'
import { say } from './say.ts'

export const command: Command = async (args) => {
  const { values } = parseArgs({ args, options: { 'keep-data': { type: 'boolean' } } })
  const found = findInstallation()
  if (!found) {
    say('没有安装本机助手')
    return 0
  }
  const setup = await setupFor(found.root, found.settings, say)
  await uninstall(setup, found.settings, { keepData: values['keep-data'] === true, say, running: process.execPath })
  return 0
}
