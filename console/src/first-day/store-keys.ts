import { ybConfig } from '@yibao/shared/calls/base.ts'
import { callServer } from '../api/index.ts'
import { counterKeys, type KeyAction, remapKeys } from '../counter/keys.ts'
import { readToken } from '../state/session.ts'
import type { Tools } from './context.ts'

interface TestedKey {
  caption: string
  title: string
}

/** Actions whose keys an ERP or the system may keep for itself (ux 5). */
const tested: readonly KeyAction[] = ['read', 'park', 'prescription', 'presettle', 'settle', 'print']

/** The keys to test in a store with this setting: those of ux 5, and what else the store has moved. */
export const keysToTest = (setting: unknown): TestedKey[] => {
  const standard = new Map(counterKeys.map(({ action, caption }) => [action, caption]))
  return remapKeys(setting)
    .filter(({ action, caption }) => tested.includes(action) || caption !== standard.get(action))
    .map(({ caption, title }) => ({ caption, title }))
    .sort((a, b) => Number(a.caption.slice(1)) - Number(b.caption.slice(1)))
}

type Asking = Pick<Tools, 'facts' | 'signal'>

const settingOf = async ({ facts, signal }: Asking): Promise<unknown> => {
  if (readToken()) return (await callServer(ybConfig.pullMedicalUI, {}, { silent: true, signal })).counterKeys
  const { counterKeys: kept } = facts('store')
  return kept ? JSON.parse(kept) : undefined
}

/** The store's keys as the server has them now; before anybody has signed in, as they were when this PC was registered. */
export const keysOf = async (asking: Asking): Promise<TestedKey[]> => keysToTest(await settingOf(asking))
