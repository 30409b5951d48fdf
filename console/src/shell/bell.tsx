import { BellOutlined } from '@ant-design/icons'
import { message } from '@yibao/shared/calls/message.ts'
import { can } from '@yibao/shared/permission.ts'
import { useEffect, useRef } from 'react'
import { callServer, useCall } from '../api/index.ts'
import { LinkedText } from '../kit/linked-text.tsx'
import { go } from '../state/go.ts'
import type { SessionMe } from '../state/me.ts'
import badge from './badge.module.css'
import { openDialog } from './messages/ui-store.ts'
import styles from './navbar.module.css'

/** ms between questions where no event arrives. */
const pace = 300_000

/** Unread notices; one that must be read opens by itself until it is confirmed. */
export const Bell = ({ me }: { me: SessionMe }) => {
  const answer = useCall(message.unread, {}, { staleTime: 60_000, refetchInterval: pace })
  const { count = 0, mustRead } = answer.data ?? {}
  const asked = useRef('')
  const { refetch } = answer

  useEffect(() => {
    // Whoever looks through another's eyes does not confirm for him.
    if (!mustRead || me.user.viewing || asked.current === mustRead.id) return
    asked.current = mustRead.id
    const read = async () => {
      const { id, title, content } = mustRead
      const buttons = [{ text: '已阅读', value: 'read', primary: true }]
      await openDialog({ tone: 'warn', title, body: <LinkedText text={content} />, buttons, dismissible: false })
      await callServer(message.read, { ids: [id] }, { silent: true })
      await refetch()
    }
    read().catch(() => undefined)
  }, [mustRead, refetch, me])

  // Without the page the button would lead to /401; a notice that must be read still opens.
  if (!can(me, { menuCode: 'MsgCenter' })) return null
  const label = count ? `消息，${count} 条未读` : '消息'
  return (
    <button
      type="button"
      className={styles.tool}
      title={label}
      aria-label={label}
      onClick={() => go('/system-manager/msg-center')}
    >
      <BellOutlined />
      {count > 0 && <span className={badge.badge}>{count > 99 ? '99+' : count}</span>}
    </button>
  )
}
