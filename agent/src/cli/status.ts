import { stateWords } from '../checkup/service.ts'
import type { Command } from './command.ts'
import { helloAt, portsOf } from './hello.ts'
import { installed } from './here.ts'
import { say } from './say.ts'

/** Ends with 0 while the gateway answers. */
export const command: Command = async () => {
  const { setup, settings } = await installed()
  say(`版本 ${setup.active()}，服务${stateWords[await setup.state()]}`)
  for (const port of portsOf(settings)) {
    const found = await helloAt(port)
    if (!found || found === 'stranger') continue
    say(`http://127.0.0.1:${port} 版本 ${found.version}，${found.ready ? '桌面程序已就绪' : '桌面程序未就绪'}`)
    return 0
  }
  say('没有应答')
  return 1
}
