import { auth } from '@yibao/shared/calls/auth.ts'
import { callServer } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { loadMe } from '../session/load-me.ts'
import { go } from '../state/go.ts'
import type { SessionMe } from '../state/me.ts'
import { isStale, rightsUnread, useRights } from '../state/rights.ts'
import { useTabs } from '../state/tab-store.ts'
import { addressOf, homeId, mayKeep } from '../state/tabs.ts'

/** Shows once more what is unsaved on pages that are lost, each in its turn, and comes back to the page in front. */
const showLost = async (next: SessionMe) => {
  const { tabs, active } = useTabs.getState()
  const lost = tabs.filter((tab) => tab.dirty && !mayKeep(next, tab))
  if (!lost.length) return
  for (const tab of lost) {
    go(addressOf(tab))
    await ui().confirm({
      pubSubId: '',
      isEndPoint: false,
      action: '',
      title: `管理员收回了「${tab.title}」的权限`,
      tips: '没有保存的内容请先抄下，本页关闭后不再保留。',
      routeHeaders: {},
      buttonInfos: [{ text: '关闭本页', value: 'ok', sort: 1 }],
    })
  }
  const front = tabs.find((tab) => tab.id === active && mayKeep(next, tab))
  go(front ? addressOf(front) : homeId)
}

const readAgain = async () => {
  await callServer(auth.refreshLogInRoleCache, {}, { silent: true })
  await loadMe(showLost)
  ui().success('管理员调整了本账号的权限，菜单和按钮已更新')
}

/** Keeps menus and buttons in step with a role that an administrator changed (SPEC 6), for as long as the shell lives. */
export const followRights = (): (() => void) => {
  let reading = false
  const look = () => {
    if (reading || !isStale(useRights.getState(), useTabs.getState().tabs)) return
    reading = true
    readAgain()
      // Tried again with the next step of the person: whoever has no line moves on, too.
      .catch(rightsUnread)
      .finally(() => {
        reading = false
      })
  }
  const stops = [useRights.subscribe(look), useTabs.subscribe(look)]
  look()
  return () => {
    for (const stop of stops) stop()
  }
}
