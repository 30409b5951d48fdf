import { importing } from '@yibao/shared/calls/transfer.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { shortTime } from '@yibao/shared/time.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { download, useCall } from '../api/index.ts'
import { useWork, whileRunning } from './use-work.ts'

interface TakeProps {
  importId: string
  /** What it gives: 初始密码. */
  what: string
  /** The next thing to do, where nothing else is. */
  primary?: boolean
  onTaken?: () => void
}

/** Downloads what an import made and nobody can read again: once, then the button says so. */
export const TakeOnce = ({ importId, what, primary = false, onTaken }: TakeProps) => {
  const [taken, setTaken] = useState(false)
  const [running, work] = useWork()
  const take = async () => {
    await download(importing.once, { importId })
    setTaken(true)
    onTaken?.()
  }
  return (
    <Button
      type={primary ? 'primary' : 'default'}
      size="small"
      {...whileRunning(running)}
      disabled={taken}
      onClick={() => void work(take)}
    >
      {taken ? `${what}已下载` : `下载${what}`}
    </Button>
  )
}

/** What earlier imports of this kind still hold for the person: a window that was closed too early is no loss for a day. */
export const Untaken = ({ importType, what }: { importType: string; what: string }) => {
  const { data = [], refetch } = useCall(importing.untaken, { importType }, { staleTime: 0 })
  return data.map(({ importId, rows, createdAt }) => (
    <Alert
      key={importId}
      type="warning"
      showIcon
      title={`${shortTime(createdAt, new Date())} 导入的 ${formatCount(rows)} 行，${what}还没有下载`}
      description="检查后保留一天，只能下载一次。"
      action={<TakeOnce importId={importId} what={what} onTaken={() => void refetch()} />}
    />
  ))
}
