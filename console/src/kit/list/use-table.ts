import { useQueryClient } from '@tanstack/react-query'
import { uiTable } from '@yibao/shared/calls/system.ts'
import { useEffect, useRef, useState } from 'react'
import { callServer, useCall } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { useMe } from '../../state/me.ts'
import { asSettings, defaultSettings, readTable, type TableSettings, writeTable } from './settings.ts'

/** ms of rest before a change goes to the server: a drag is one change. */
const rest = 800
const quiet = { silent: true }

/**
 * A table's settings for this person: this browser's at once, then those the server keeps for him, else the area's
 * default. A change counts here at once and reaches the server behind it.
 */
export const useTable = (tableId: string) => {
  const me = useMe((state) => state.me)
  const client = useQueryClient()
  const kept = useCall(uiTable.get, me && !me.user.guest ? { tableId } : null, { staleTime: Number.POSITIVE_INFINITY })
  const [own, setOwn] = useState(() => readTable(tableId))
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)

  const served = kept.data?.own
  useEffect(() => {
    // Settled on another PC meanwhile; a change of this moment is newer.
    if (!served || pending.current) return
    setOwn(asSettings(served))
    writeTable(tableId, asSettings(served))
  }, [served, tableId])

  const save = (next: TableSettings | undefined) => {
    setOwn(next)
    writeTable(tableId, next)
    // A list opened again in this session reads the answer of before: it must not bring the old settings back.
    client.setQueryData([uiTable.get.path, { tableId }], (before: object | undefined) => ({ ...before, own: next }))
    clearTimeout(pending.current)
    pending.current = setTimeout(() => {
      pending.current = undefined
      const sent = next
        ? callServer(uiTable.save, { tableId, settings: next }, quiet)
        : callServer(uiTable.reset, { tableId }, quiet)
      // This browser has them; the next change tries again.
      sent.catch(() => undefined)
    }, rest)
  }
  const common = kept.data?.default
  const settings = own ?? (common ? asSettings(common) : defaultSettings)
  const publish = async () => {
    await callServer(uiTable.saveDefault, { tableId, settings })
    ui().success('已设为本区划默认，没有自己设置的人下次打开即生效')
  }
  return { settings, changed: own !== undefined, save, publish: me?.isAdminUser ? publish : undefined }
}
