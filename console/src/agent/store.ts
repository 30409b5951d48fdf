import type { Hello, JobInfo } from '@yibao/shared/agent/entities.ts'
import type { PrinterSettings } from '@yibao/shared/agent/printing.ts'
import { create } from 'zustand'

/** How the console stands with the agent of this PC (agent.md 3.5, ux 4). */
export type AgentState =
  | 'searching'
  | 'viewing'
  | 'permission'
  | 'blocked'
  | 'framed'
  | 'insecure'
  | 'absent'
  | 'foreign'
  | 'stopped'
  | 'tooOld'
  | 'clock'
  | 'expired'
  | 'wrongStore'
  | 'noStore'
  | 'notListed'
  | 'unpaired'
  | 'connected'
  | 'busy'
  | 'driverFault'

export interface Device {
  name: string
  state: string
  /** What keeps it from working; of a printer as a code, of a driver in words. A printer's: whether it is the default, which of our documents it was chosen for. */
  problem?: string | undefined
  isDefault?: boolean | undefined
  documentTypes?: string[] | undefined
  simulated?: boolean | undefined
  /** A driver's: what it is for. */
  kind?: string | undefined
}

/** What the agent that answered last said of itself (hello). */
export interface Seen {
  base: string
  agentId: string
  version: string
  pairing: Hello['pairing']
}

export interface AgentStore {
  state: AgentState
  /** Unix ms of the last change of state. */
  since: number
  /** The last fault in words; '' when there was none. */
  error: string
  agentId: string
  version: string
  /** null: nobody answered. */
  seen: Seen | null
  drivers: (Device & { id: string })[]
  printers: Device[]
  /** What was chosen for our documents; undefined before it was read. */
  settings: PrinterSettings | undefined
  /** What waits to be printed or is printed now, oldest first. */
  jobs: JobInfo[]
  /** A card is being read for this tab. */
  reading: boolean
  /** Reader state as the agent's last event told it; '' before the first. */
  reader: string
}

/** How the agent of this PC stands, as the shell's lights and the counter read it. */
export const useAgent = create<AgentStore>(() => ({
  state: 'searching',
  since: Date.now(),
  error: '',
  agentId: '',
  version: '',
  seen: null,
  drivers: [],
  printers: [],
  settings: undefined,
  jobs: [],
  reading: false,
  reader: '',
}))

/** Changes what is known; `since` begins anew with another state. */
export const setAgent = (change: Partial<Omit<AgentStore, 'since'>>): void =>
  useAgent.setState((now) => ({
    ...change,
    since: change.state && change.state !== now.state ? Date.now() : now.since,
  }))
