import { join } from 'node:path'

/** An installed agent: versions beside each other, one pointer, and the platform's way to stop and start its gateway. */
export interface Installation {
  root: string
  /** the agent's DATA_DIR */
  data: string
  /** The version that `current` names. */
  active(): string
  /** Moves the pointer and makes service, logon entry or unit agree with it. Idempotent. */
  point(version: string): Promise<void>
  /** Stops, starts the gateway; resolves when the platform says so. Both do nothing when it is so already. */
  stop(): Promise<void>
  start(): Promise<void>
  /** So that an interrupted update goes on after a reboot; idempotent, removed by `forgetUpdater`. */
  rememberUpdater(): Promise<void>
  forgetUpdater(): Promise<void>
  /** Starts the updater of the active version as a process of its own, which outlives the gateway and may change `root`. */
  launchUpdater(): Promise<void>
}

/** Folder of a version; it holds a whole version or does not exist. */
export const versionFolder = ({ root }: Pick<Installation, 'root'>, version: string) => join(root, 'versions', version)

/** Folder of everything an update writes before it is in place; nobody but the service may enter it. */
export const updateFolder = ({ data }: Pick<Installation, 'data'>) => join(data, 'update')
