import { isSea } from 'node:sea'
import { parseArgs } from 'node:util'
import { CannotStart } from '../cannot-start.ts'
import { home, rootOf } from '../home.ts'
import { install } from '../install/install.ts'
import { setupFor } from '../install/open.ts'
import { originOf } from '../install/origins.ts'
import { targetOf } from '../install/target.ts'
import { probeWaitMs } from '../update/probe.ts'
import { version } from '../version.ts'
import type { Command } from './command.ts'
import { portsOf, waitForDesk, waitForHello } from './hello.ts'
import { say } from './say.ts'

const options = {
  server: { type: 'string' },
  enrol: { type: 'string' },
  console: { type: 'string' },
  port: { type: 'string' },
  simulate: { type: 'string' },
  user: { type: 'boolean' },
  root: { type: 'string' },
  data: { type: 'string' },
} as const

/** ms a desk has that was just started. */
const deskMs = 20_000

const origin = (name: string, text: string | undefined) => {
  if (text === undefined) return undefined
  const found = originOf(text)
  if (!found) throw new CannotStart(`--${name} 应形如 https://主机:端口 : ${text}`)
  return found
}

const portFrom = (text: string | undefined) => {
  if (text === undefined) return undefined
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1024 || port > 65535)
    throw new CannotStart(`--port 应在 1024-65535 之间: ${text}`)
  return port
}

/** `agent install`: puts this program where it belongs and starts it; ends with what a person has to do. */
export const command: Command = async (args) => {
  if (!isSea()) throw new CannotStart('从源码运行的本机助手不能安装，请先 npm run build:agent')
  const { values } = parseArgs({ args, options })
  const { root, data, scope } = targetOf(values, rootOf(home()))
  if (scope === 'system' && process.getuid?.() !== undefined && process.getuid() !== 0)
    throw new CannotStart('为所有用户安装需要 root 权限；只为自己安装请加 --user')
  const [server, page] = [origin('server', values.server), origin('console', values.console)]
  const port = portFrom(values.port)
  let base: string | undefined
  await install({
    ...{ home: home(), version, root, data, scope, server, port, say },
    enrol: values.enrol,
    consoleOrigins: page ? [page] : undefined,
    simulate: values.simulate === undefined ? undefined : values.simulate === '1',
    setup: (own) => setupFor(root, own, say),
    begin: async (setup, settings, wanted) => {
      if (!setup.supervised) return
      await setup.start()
      const found = await waitForHello(portsOf(settings), probeWaitMs(), wanted)
      base = `http://127.0.0.1:${found.port}`
    },
    deskCame: (settings) => waitForDesk(portsOf(settings), deskMs),
  })
  if (base) say(`本机助手: ${base}`)
  return 0
}
