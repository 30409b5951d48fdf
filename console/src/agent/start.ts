import { registerDeviceRunner } from '../api/continuation.ts'
import { onAgentEvent, startLink } from './link.ts'
import { runForServer, runVerb } from './run.ts'
import { setAgent, useAgent } from './store.ts'

/** Reads drivers and printers anew. */
export const refreshDevices = async (): Promise<void> => {
  const [drivers, printers] = await Promise.all([runVerb('driver.list', {}), runVerb('printer.list', {})])
  setAgent({ drivers: drivers.map((one) => ({ ...one, name: one.id })), printers })
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
  const refresh = () => void refreshDevices().catch(() => undefined)
  onAgentEvent(({ event, data }) => {
    if (['reset', 'driver.state', 'printer.state', 'desk.state'].includes(event)) refresh()
    const reader =
      readerStates[event] ?? (event === 'reader.state' ? String((data as { state?: string })?.state ?? '') : '')
    if (reader) setAgent({ reader })
  })
  useAgent.subscribe((now, before) => {
    if (now.state === 'connected' && !['connected', 'busy', 'driverFault'].includes(before.state)) refresh()
  })
  startLink()
}
