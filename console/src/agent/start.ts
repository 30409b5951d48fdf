import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { coalesce } from '../api/coalesce.ts'
import { registerDeviceRunner } from '../api/continuation.ts'
import { readToken } from '../state/session.ts'
import { leads, startLink } from './link.ts'
import { onAgentEvent } from './news.ts'
import { endOf } from './print-end.ts'
import { isWaiting, queueAfter } from './queue.ts'
import { runForServer, runVerb } from './run.ts'
import { setAgent, useAgent } from './store.ts'

const readDrivers = async () => {
  const drivers = await runVerb('driver.list', {})
  setAgent({ drivers: drivers.map((one) => ({ ...one, name: one.id })) })
}
const readPrinters = async () => {
  // Whether there is a printer is told also where nobody can say what was chosen for it.
  const [printers, settings] = await Promise.all([
    runVerb('printer.list', {}),
    runVerb('printer.settings', {}).catch(() => undefined),
  ])
  setAgent({ printers, settings })
}
/** What the agent tells of jobs while its lists of them are on their way: newer than each of those. */
const underWay = new Set<JobInfo[]>()
const readQueue = async () => {
  const newer: JobInfo[] = []
  underWay.add(newer)
  const all = await runVerb('print.list', {}).finally(() => underWay.delete(newer))
  setAgent({ jobs: newer.reduce(queueAfter, all.reverse().filter(isWaiting)) })
}
const hearJob = (job: JobInfo) => {
  for (const newer of underWay) newer.push(job)
  setAgent({ jobs: queueAfter(useAgent.getState().jobs, job) })
}

/** Reads drivers, printers and what waits for them anew. */
export const refreshDevices = async (): Promise<void> => {
  // A session without login may not see what is printed.
  await Promise.all([readDrivers(), readPrinters(), readQueue().catch(() => undefined)])
}

/** Starts every stopped driver again; one that cannot be (busy) keeps none from it. Throws the first fault at the end. */
export const repairDrivers = async (): Promise<void> => {
  const faults: unknown[] = []
  for (const { id, state } of useAgent.getState().drivers)
    if (state !== 'ready') await runVerb('driver.repair', { driver: id }).catch((fault) => faults.push(fault))
  await refreshDevices()
  if (faults.length) throw faults[0]
  setAgent({ state: 'connected', error: '' })
}

const readerStates: Partial<Record<string, string>> = { 'card.inserted': 'inserted', 'card.removed': 'ready' }

/** ms after the end of a print in which the page that printed says so itself. */
const ownWordMs = 3_000

/** Tells the server what became of slips whose page was closed; one tab does it, with the operator's own rights. */
const tellUntold = async () => {
  if (leads() && readToken()) await (await import('./untold.ts')).tellUntold()
}

let listening = false

/** Joins the console to the agent of this PC, once: continuation, events, devices. */
export const startAgent = (): void => {
  if (listening) return
  listening = true
  registerDeviceRunner(runForServer)
  // A job moves its printer through several states within a second: asked once more at the end, not for each.
  const drivers = coalesce(readDrivers)
  const printers = coalesce(readPrinters)
  const queue = coalesce(readQueue)
  const untold = coalesce(tellUntold)
  const refresh = () => {
    drivers()
    printers()
    queue()
    untold()
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  onAgentEvent(({ event, data }) => {
    if (event === 'print.job') hearJob(data as JobInfo)
    if (event === 'driver.state') drivers()
    else if (event === 'printer.state') printers()
    else if (event === 'print.job' && endOf(data as JobInfo)) {
      clearTimeout(timer)
      timer = setTimeout(untold, ownWordMs)
    } else if (event === 'reset' || event === 'desk.state') refresh()
    const reader =
      readerStates[event] ?? (event === 'reader.state' ? String((data as { state?: string })?.state ?? '') : '')
    if (reader) setAgent({ reader })
  })
  startLink()
}
