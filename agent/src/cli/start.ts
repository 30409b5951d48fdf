import type { Command } from './command.ts'
import { portsOf, waitForHello } from './hello.ts'
import { installed } from './here.ts'
import { say } from './say.ts'

/** `agent start`: says where the agent answers, or that it did not within half a minute. */
export const command: Command = async () => {
  const { setup, settings } = await installed()
  await setup.start()
  const { port } = await waitForHello(portsOf(settings), 30_000)
  say(`本机助手: http://127.0.0.1:${port}`)
  return 0
}
