import type { InputOf } from '@yibao/shared/call.ts'
import { role, user } from '@yibao/shared/calls/auth.ts'
import { ybOptions } from '@yibao/shared/calls/config.ts'
import { counterChords } from '@yibao/shared/counter-chords.ts'
import { can } from '@yibao/shared/permission.ts'
import { callServer } from '../api/index.ts'
import { remapKeys } from '../counter/keys.ts'
import { readToken } from '../state/session.ts'
import type { Tools } from './context.ts'
import type { TestedKey } from './store-keys.ts'

const quiet = { silent: true } as const
/** What money moves to, which has no chord (ux 9.4): F keys that the standard table leaves free. */
const spare = ['F7', 'F12']

interface Move {
  from: TestedKey
  option: string
  to: string
}

/** Another key for each of these, where there is one that the store does not use yet. */
export const movesFor = (missing: readonly TestedKey[], setting: unknown): Move[] => {
  const taken = new Set(remapKeys(setting).map(({ action, caption }) => (action === 'unused' ? '' : caption)))
  const chords: Record<string, string> = counterChords
  return missing.flatMap((from) => {
    const option = `key${from.action[0]!.toUpperCase()}${from.action.slice(1)}`
    const to = [chords[option], ...(chords[option] ? [] : spare)].find((key) => key !== undefined && !taken.has(key))
    if (to === undefined) return []
    taken.add(to)
    return [{ from, option, to }]
  })
}

/** The store whose counter this is, if whoever is signed in may change its keys. */
const changeable = async (): Promise<string | undefined> => {
  if (!readToken()) return undefined
  const [info, { buttons }] = await Promise.all([
    callServer(user.getLoginUserInfo, {}, quiet),
    callServer(role.getMenuButtonByUser, {}, quiet),
  ])
  const me = { isSuperAdmin: info.isSuperAdmin, isAdminUser: info.isAdminUser, menus: [], buttons }
  return can(me, { menuCode: 'MedicalSecurityConfig', buttonCode: 'edit' }) ? info.storeId : undefined
}

const names = (keys: readonly { caption: string; title: string }[]) =>
  keys.map(({ caption, title }) => `${caption} ${title}`).join('、')

/**
 * Offers other keys for those that did not arrive (ux 5), and keeps them for the store. Answers what was moved; nothing
 * where the person may not, or would not.
 */
export const offerMoves = async (
  { ask, say }: Tools,
  missing: readonly TestedKey[],
  setting: unknown,
): Promise<readonly Move[]> => {
  const moves = movesFor(missing, setting)
  const storeId = moves.length ? await changeable().catch(() => undefined) : undefined
  if (!storeId) return []
  const to = moves.map((move) => move.to).join('、')
  const answer = await ask({
    kind: 'choose',
    text: `没有收到 ${names(moves.map(({ from }) => from))}：可能被 ERP 或系统占用，改为 ${to}？本店每台收银电脑都改用新的键。`,
    options: [
      { value: 'move', text: `改为 ${to}` },
      { value: 'keep', text: '不改' },
    ],
  })
  if (answer !== 'move') return []
  say('正在保存按键…')
  const { revision } = await callServer(ybOptions.pullYBConfigOptionsV2, { storeId }, quiet)
  const values = Object.fromEntries(moves.map(({ option, to: key }) => [option, key]))
  type Values = InputOf<typeof ybOptions.saveYBConfigOptions>['values']
  await callServer(ybOptions.saveYBConfigOptions, { storeId, revision, values: values as Values }, quiet)
  return moves
}
