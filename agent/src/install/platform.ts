/**
 * The agent as it is installed on this machine: one folder per version, one pointer, one service. What is written here
 * holds for all of them: the paths of an installation are derived from `root` and `data` (layout.ts).
 */
export interface Installation {
  readonly root: string
  readonly data: string
  /** The version that `current` names. Throws CannotStart when there is none. */
  active(): string
  /**
   * Moves the pointer (written beside, fsynced, renamed) and makes service, logon entry or unit agree with it. The updater
   * stays the one that began: a version that cannot even start must not be who takes itself back. Idempotent.
   */
  point(version: string): Promise<void>
  /** Stops the gateway's service; resolves when the platform says so. Idempotent. */
  stop(): Promise<void>
  /** Starts the gateway's service; resolves when the platform says so. Idempotent. */
  start(): Promise<void>
  /** Starts the desk of whoever is logged on now, where the gateway does not start its own; his next logon starts it anyway. */
  startDesk(): Promise<void>
  /** Has the updater started again after a reboot, until `forgetUpdater`. Idempotent. */
  rememberUpdater(): Promise<void>
  /** The update is over: from here on the updater is the active version's. Idempotent. */
  forgetUpdater(): Promise<void>
  /** Starts the updater as a process of its own, which outlives the gateway and may change `root`. */
  launchUpdater(): Promise<void>
}

/** What the platform says of the gateway's service. */
export type ServiceState = 'running' | 'starting' | 'stopping' | 'stopped' | 'absent'

/** What `agent install` and `agent uninstall` need beyond it. */
export interface Setup extends Installation {
  /** Whether something here starts and watches the gateway; false where no systemd runs. */
  readonly supervised: boolean
  /**
   * Looks whether the data folder may be this installation's, before anything is touched; `known`: it was already. Throws
   * CannotStart where somebody else made it.
   */
  claimData(known: boolean): Promise<void>
  /** Ends every process of this installation, this one excepted. */
  endAll(): Promise<void>
  state(): Promise<ServiceState>
  /** Whether the service is started with the machine. */
  startsItself(): Promise<boolean>
  /** Makes what the operating system knows of the agent: account, folders' rights, service or units, desk entry. Idempotent. */
  register(): Promise<void>
  /** Takes all of that away again, and ends every process of this installation. Idempotent. */
  unregister(): Promise<void>
}
