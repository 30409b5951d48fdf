import { registerDeviceRunner } from '../api/continuation.ts'
import { coalesce } from '../kit/coalesce.ts'
import { onAgentEvent, startLink } from './link.ts'
import { runForServer, runVerb } from './run.ts'
import { setAgent, useAgent } from './store.ts'

const readDrivers = async () => {
  const drivers = await runVerb('driver.list', {})
  setAgent({ drivers: drivers.map((one) => ({ ...one, name: one.id })) })
}
const readPrinters = async () => setAgent({ printers: await runVerb('printer.list', {}) })

/** Reads drivers and printers anew. */
export const refreshDevices = async (): Promise<void> => {
  await Promise.all([readDrivers(), readPrinters()])
}

/** Starts every stopped driver again. */
export const repairDrivers = async (): Promise<void> => {
  for (const { id, state } of useAgent.getState().drivers)
    if (state !== 'ready') await runVerb('driver.repair', { driver: id })
  await refreshDevices()
  setAgent({ state: 'connected', error: '' })
}

const readerStates: Partial<Record<string, string>> = { 'card.inserted': 'inserted', 'card.removed': 'ready' }

let listening = false

/** Joins the console to the agent of this PC, once: continuation, events, devices. */
export const startAgent = (): void => {
  if (listening) return
  listening = true
  registerDeviceRunner(runForServer)
  // A job moves its printer through several states within a second: asked once more at the end, not for each.
  const drivers = coalesce(readDrivers)
  const printers = coalesce(readPrinters)
  const refresh = () => {
    drivers()
    printers()
  }
  onAgentEvent(({ event, data }) => {
    if (event === 'driver.state') drivers()
    else if (event === 'printer.state') printers()
    else if (event === 'reset' || event === 'desk.state') refresh()
    const reader =
      readerStates[event] ?? (event === 'reader.state' ? String((data as { state?: string })?.state ?? '') : '')
    if (reader) setAgent({ reader })
  })
  useAgent.subscribe((now, before) => {
    if (now.state === 'connected' && !['connected', 'busy', 'driverFault'].includes(before.state)) refresh()
  })
  startLink()
}
