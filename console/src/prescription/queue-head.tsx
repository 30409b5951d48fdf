import { rx } from '@yibao/shared/calls/prescription.ts'
import { Alert } from 'antd'
import { useEffect, useRef } from 'react'
import { useCall } from '../api/index.ts'
import { onNews } from '../api/live.ts'
import { playTone } from '../counter/world/sound.ts'
import { ReadFault } from '../kit/index.ts'

/** Above the queue: in whose name the asker reviews, and a soft tone when another one waits. */
export const QueueHead = ({ result }: { result?: { total: number } | undefined }) => {
  const { data: who, error, refetch } = useCall(rx.reviewer, {})
  const before = useRef<number>(undefined)
  const came = useRef(false)
  useEffect(
    () =>
      onNews('rx.changed', () => {
        came.current = true
      }),
    [],
  )
  // Only what an event brought sounds: another filter is no news.
  useEffect(() => {
    if (result && came.current && before.current !== undefined && result.total > before.current) playTone('read')
    if (result) before.current = result.total
    came.current = false
  }, [result])
  if (!who) return <ReadFault error={error} again={refetch} />
  if (who.name) return <p>以 {who.name} 审核。等待最久的在最前面，有新处方时自动出现并提示。</p>
  return (
    <Alert
      style={{ marginBottom: 12 }}
      type="info"
      showIcon
      title="当前账号没有对应本店药师，只能查看"
      description="审核请用药师本人账号：管理员在「医保医师药师」填写药师的登录账号。"
    />
  )
}
