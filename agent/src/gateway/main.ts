import { selfArguments } from '../self.ts'
import { readConfig } from './config.ts'
import { DeskProcess } from './desk-process.ts'
import { takeOwnFolder } from './own-folder.ts'
import { durableQueue } from './queue.ts'
import { type RunningGateway, runGateway } from './run-gateway.ts'

/** The gateway role: starts the desk, serves until SIGTERM or SIGINT, leaves nothing running. */
export const main = async () => {
  const config = readConfig(process.env)
  const giveBack = takeOwnFolder(config.folder)
  const desk = new DeskProcess({ file: process.execPath, args: selfArguments('desk') })
  let running: RunningGateway | undefined
  const queue = durableQueue(config.folder, desk, (job) => running?.gateway.events.emit('print.job', job))
  running = await runGateway(config, { desk, jobs: queue.jobs })
  desk.start()
  process.stdout.write(`本机助手: http://127.0.0.1:${running.port}\n`)
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await Promise.all([running?.stop(), queue.stop()])
    await desk.stop()
    giveBack()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}
