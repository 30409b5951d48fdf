import type { Setup } from '../install/platform.ts'
import type { Settings } from '../install/settings.ts'

/** One thing the doctor saw: fine, worth knowing, or to be cured. */
export interface Finding {
  level: 'ok' | 'note' | 'bad'
  text: string
  /** What the person at this PC does about it. */
  cure?: string
}

export interface Patient {
  root: string
  settings: Settings
  setup: Setup
}

export type Look = (patient: Patient) => Promise<Finding[]>
