import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { FocusBack } from '../../focus-back.tsx'
import { late } from '../../late/late.tsx'
import type { ExportProps } from './export-dialog.tsx'

const ExportDialog = late(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))

/** 导出: asks for the columns before anything leaves. */
export const ExportButton = (props: ExportProps) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<DownloadOutlined />} disabled={!props.matching.total} onClick={() => setOpen(true)}>
        导出
      </Button>
      {open && (
        <FocusBack>
          <ExportDialog {...props} onClose={() => setOpen(false)} />
        </FocusBack>
      )}
    </>
  )
}
