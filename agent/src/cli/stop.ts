import type { Command } from './command.ts'
import { installed } from './here.ts'
import { say } from './say.ts'

/** `agent stop`: ends what runs now. */
export const command: Command = async () => {
  const { setup } = await installed()
  await setup.stop()
  say('本机助手已停止')
  return 0
}
