import type { ResultOf } from '@yibao/shared/call.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { callServer } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { hrefOf } from '../state/place.ts'
import { prepareView } from '../state/storage.ts'

/**
 * Opens a window that has the view's session for itself: it is handed over from storage to storage, so no address and no
 * other window ever holds it. Where the browser opens none, the session ends.
 */
export const openView = async ({ token, userName, userInfo }: ResultOf<typeof auth.login>): Promise<void> => {
  const opened = open('', '_blank')
  if (!opened) {
    await callServer(auth.endView, {}, { silent: true, as: token }).catch(() => undefined)
    ui().error('浏览器拦截了新窗口。请在地址栏右侧允许本站弹出窗口，再按一次')
    return
  }
  prepareView(opened, { token, userName, userInfo: JSON.stringify(userInfo) })
  opened.opener = null
  opened.location.replace(new URL(hrefOf('/'), location.href).href)
}
