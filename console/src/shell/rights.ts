import { auth } from '@yibao/shared/calls/auth.ts'
import { callServer } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { loadMe } from '../session/load-me.ts'
import { isStale, rightsUnread, useRights } from '../state/rights.ts'
import { useTabs } from '../state/tab-store.ts'

const readAgain = async () => {
  await callServer(auth.refreshLogInRoleCache, {}, { silent: true })
  await loadMe()
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
