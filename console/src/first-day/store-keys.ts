import { ybConfig } from '@yibao/shared/calls/base.ts'
import { callServer } from '../api/index.ts'
import { counterKeys, type KeyAction, type KeyRow, remapKeys } from '../counter/keys.ts'
import { readToken } from '../state/session.ts'
import type { Tools } from './context.ts'

/** A key of the counter by its own code, with Alt where the store has it so; the number pad's keys do not count. */
export type TestedKey = Pick<KeyRow, 'action' | 'caption' | 'title' | 'codes' | 'alt'>

/** Actions whose keys an ERP or the system may keep for itself (ux 5). */
const tested: readonly KeyAction[] = ['read', 'park', 'prescription', 'presettle', 'settle', 'print']

/** F keys in their order on the keyboard, then those with Alt. */
const orderOf = (caption: string) => (/^F\d+$/.test(caption) ? Number(caption.slice(1)) : Number.MAX_SAFE_INTEGER)

/** The keys to test in a store with this setting: those of ux 5, and what else the store has moved. */
export const keysToTest = (setting: unknown): TestedKey[] => {
  const standard = new Map(counterKeys.map(({ action, caption }) => [action, caption]))
  return remapKeys(setting)
    .filter(({ action, caption }) => tested.includes(action) || caption !== standard.get(action))
    .map(({ action, caption, title, codes, alt }) => ({ action, caption, title, codes: codes.slice(0, 1), alt }))
    .sort((a, b) => orderOf(a.caption) - orderOf(b.caption))
}

type Asking = Pick<Tools, 'facts' | 'signal'>

/** The store's keys as the server has them now; before anybody has signed in, as they were when this PC was registered. */
export const keySetting = async ({ facts, signal }: Asking): Promise<unknown> => {
  if (readToken()) return (await callServer(ybConfig.pullMedicalUI, {}, { silent: true, signal })).counterKeys
  const { counterKeys: kept } = facts('store')
  return kept ? JSON.parse(kept) : undefined
}
