import { dirname, join, resolve } from 'node:path'
import { ownCheckup } from '../checkup/checkup.ts'
import { clearHalfWritten } from '../files/disk.ts'
import { openLogFile } from '../files/log-file.ts'
import { takeOwnFolder } from '../files/own-folder.ts'
import { productName } from '../install/layout.ts'
import { selfArguments } from '../self.ts'
import { findInstallation } from '../update/find.ts'
import { updateFolder } from '../update/installation.ts'
import { Updates } from '../update/updates.ts'
import { readConfig } from './config.ts'
import { DeskDoor } from './desk/door.ts'
import { DeskProcess } from './desk/process.ts'
import { foreigners } from './door/foreigners.ts'
import { logStream } from './log-stream.ts'
import { durableQueue } from './printing/queue.ts'
import { type RunningGateway, runGateway } from './run-gateway.ts'
import { asStartFailure, keepStartFailure } from './start-failure.ts'

/** The desk: at Windows' service the logged-on user's own, whom no other user may use; anywhere else a child of ours. */
const deskFor = async (service: boolean) => {
  if (!service) return { desk: new DeskProcess({ file: process.execPath, args: selfArguments('desk') }) }
  const { sessionIsActive, sessionOfPeer, someoneIsInFront } = await import('../os/windows-sessions.ts')
  const sessions = { sessionOf: sessionOfPeer, isActive: sessionIsActive }
  const door = new DeskDoor(resolve(process.env.DATA_DIR ?? 'data'), sessions)
  return {
    desk: door,
    isForeign: foreigners({ deskSession: () => door.session, sessionOf: sessionOfPeer }),
    attended: someoneIsInFront,
  }
}

/** Starts the gateway; answers what ends it and leaves nothing running. */
const startGateway = async (service: boolean) => {
  const config = readConfig(process.env)
  const giveBack = takeOwnFolder(config.folder)
  const data = dirname(config.folder)
  for (const folder of [config.folder, join(config.folder, 'packages'), join(data, 'door'), updateFolder({ data })])
    clearHalfWritten(folder)
  const { desk, isForeign, attended } = await deskFor(service)
  let running: RunningGateway | undefined
  const queue = durableQueue(
    config.folder,
    desk,
    (job) => running?.gateway.events.emit('print.job', job),
    async (slipIds) => {
      if (!running) throw new Error('the gateway is still starting')
      return running.slipsElsewhere(slipIds)
    },
  )
  const log = openLogFile(join(config.folder, 'logs'))
  const installation = await findInstallation()
  running = await runGateway(config, {
    desk,
    isForeign,
    jobs: queue.jobs,
    logStream: logStream({
      write: (text) => {
        log.write(text)
        if (config.development) process.stdout.write(text)
      },
    }),
    readLog: log.tail,
    restartDesk: () => desk.restart(),
    checkup: ownCheckup(),
    ...(installation && { updates: (side) => new Updates({ installation, attended, ...side }) }),
  })
  desk.start()
  process.stdout.write(`本机助手: http://127.0.0.1:${running.port}\n`)
  return async () => {
    await Promise.all([running?.stop(), queue.stop()])
    await desk.stop()
    giveBack()
  }
}

const started = (service: boolean) =>
  startGateway(service).catch((fault: unknown) => {
    const data = resolve(process.env.DATA_DIR ?? 'data')
    const told = asStartFailure(data, fault)
    keepStartFailure(join(data, 'agent'), told)
    throw told
  })

/** The gateway role: serves until SIGTERM or SIGINT, or as the Windows service itself (`gateway --service`). */
export const main = async () => {
  if (process.argv.includes('--service')) {
    const { runAsService } = await import('../os/service.ts')
    let stop = async () => {}
    await runAsService(productName, {
      start: async () => {
        stop = await started(true)
      },
      stop: () => stop(),
    })
    process.exit(0)
  }
  const stop = await started(false)
  let stopping = false
  const end = async () => {
    if (stopping) return
    stopping = true
    await stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
}
