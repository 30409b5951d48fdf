import { useQueryClient } from '@tanstack/react-query'
import { uiTable } from '@yibao/shared/calls/ui-table.ts'
import { useEffect, useRef, useState } from 'react'
import { callServer, useCall } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { useMe } from '../../state/me.ts'
import { asSettings, defaultSettings, type KeptTable, readTable, type TableSettings, writeTable } from './settings.ts'

/** ms of rest before a change goes to the server: a drag is one change. */
const rest = 800
const quiet = { silent: true }
/** Whoever is signed in now, '' for a guest, who has no settings at the server. */
const personNow = () => {
  const user = useMe.getState().me?.user
  return user && !user.guest ? user.userId : ''
}

/**
 * A table's settings for this person: this browser's at once, then those the server keeps for him, else the area's
 * default. A change counts here at once and reaches the server behind it; one that did not, because the page was left or
 * the line was cut, goes when the list is opened again.
 */
export const useTable = (tableId: string) => {
  const me = useMe((state) => state.me)
  const client = useQueryClient()
  const [userId] = useState(personNow)
  const answer = useCall(uiTable.get, userId ? { tableId } : null, { staleTime: Number.POSITIVE_INFINITY })
  const [kept, setKept] = useState(() => readTable(tableId, userId))
  const queryKey = [uiTable.get.path, { tableId }]
  const latest = useRef(kept)
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)

  const put = (next: KeptTable | undefined) => {
    latest.current = next
    setKept(next)
    writeTable(tableId, next)
  }
  const send = (next: KeptTable) => {
    clearTimeout(pending.current)
    pending.current = setTimeout(() => {
      // Signed out meanwhile: it is none of the next person's.
      if (!userId || personNow() !== userId) return
      const sent = next.settings
        ? callServer(uiTable.save, { tableId, settings: next.settings }, quiet)
        : callServer(uiTable.reset, { tableId }, quiet)
      const heard = async () => {
        if (latest.current === next) put(next.settings ? { ...next, unsent: false } : undefined)
        // What was asked before may still be on its way, and a list opened again reads what is kept: neither brings the
        // old settings back.
        await client.cancelQueries({ queryKey })
        const before = client.getQueryData<object>(queryKey)
        if (before) client.setQueryData(queryKey, { ...before, own: next.settings ?? undefined })
        else await client.invalidateQueries({ queryKey })
      }
      sent.then(heard, () => undefined)
    }, rest)
  }
  useEffect(() => {
    if (latest.current?.unsent) send(latest.current)
  }, [tableId])

  const { data } = answer
  useEffect(() => {
    // Settled or reset on another PC meanwhile; a change that the server does not know yet is newer.
    if (!data || latest.current?.unsent) return
    put(data.own ? { userId, settings: asSettings(data.own), unsent: false } : undefined)
  }, [data, tableId])

  const save = (settings: TableSettings | undefined) => {
    const next = { userId, settings: settings ?? null, unsent: userId !== '' }
    put(next)
    send(next)
  }
  const settings = kept?.settings ?? (data?.default ? asSettings(data.default) : defaultSettings)
  const publish = async () => {
    await callServer(uiTable.saveDefault, { tableId, settings })
    ui().success('已设为本区划默认，没有自己设置的人下次打开即生效')
  }
  return { settings, changed: Boolean(kept?.settings), save, publish: me?.isAdminUser ? publish : undefined }
}
