import { parseArgs } from 'node:util'
import type { Command } from './command.ts'
import { installed } from './here.ts'
import { say } from './say.ts'

/** `--all` ends desks and hosts too, so that the installer can replace their files. */
export const command: Command = async (args) => {
  const { values } = parseArgs({ args, options: { all: { type: 'boolean' } } })
  const { setup } = await installed()
  await setup.stop()
  if (values.all) await setup.endAll()
  say('本机助手已停止')
  return 0
}
