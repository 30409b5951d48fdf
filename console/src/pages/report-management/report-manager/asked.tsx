import type { ResultOf } from '@yibao/shared/call.ts'
import type { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { exporting } from '@yibao/shared/calls/transfer.ts'
import { periodText } from '@yibao/shared/reporting/rhythm.ts'
import { Alert, Button, Space } from 'antd'
import { useEffect, useRef } from 'react'
import { download } from '../../../api/index.ts'
import type { Tools } from '../../../kit/index.ts'
import Runner from './runner.tsx'

interface Props {
  /** Of the address that a notice leads to. */
  asked: Record<string, string>
  result: ResultOf<typeof reportDefinition.paged> | undefined
  tools: Tools
}

/** What a notice of a report leads to: the report over its period, opened at once, and its sheet. */
export default function Asked({ asked, result, tools }: Props) {
  const { report, from = '', to = '', sheet } = asked
  const row = result?.items.find(({ id }) => id === report)
  const period = { from, to }
  const open = () =>
    row && tools.dialogs.open<void>((done) => <Runner {...{ row, period, tools }} onClose={() => done()} />)
  const opened = useRef(false)
  useEffect(() => {
    if (opened.current || !row) return
    opened.current = true
    void open()
  }, [row])
  const elsewhere = result !== undefined && !row
  return (
    <Alert
      showIcon
      type="info"
      title={`定时发送的报表${row ? `「${row.code} ${row.name}」` : ''}，统计 ${periodText(period)}`}
      description={
        elsewhere && '它不在当前的列表中：可能属于别的区划，请切换区划后打开；也可能已停用，或不再发布给你的角色。'
      }
      action={
        <Space wrap>
          {row && <Button onClick={() => void open()}>打开</Button>}
          {sheet && (
            <Button onClick={() => void download(exporting.file, { exportId: sheet }).catch(() => undefined)}>
              下载 Excel
            </Button>
          )}
        </Space>
      }
    />
  )
}
