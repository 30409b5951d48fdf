import { InboxOutlined } from '@ant-design/icons'
import type { ResultOf } from '@yibao/shared/call.ts'
import { importing } from '@yibao/shared/calls/transfer.ts'
import { type ImportTypeName, importError, onceOf } from '@yibao/shared/entities/transfer.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { Alert, Button, Modal, Space, Table, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { callServer, download, upload } from '../api/index.ts'
import { metaAt } from './fields.ts'
import { TakeOnce, Untaken } from './import-once.tsx'
import { ProgressDialog } from './progress-dialog.tsx'
import { useWork, whileRunning } from './use-work.ts'
import styles from './values.module.css'

interface Props {
  importType: ImportTypeName
  title: string
  medicalAreaCode?: string
  /** True when rows were brought in. */
  onClose: (done: boolean) => void
}

type Checked = ResultOf<typeof importing.dryRun>

/** Column: its width in px; the reason takes the rest. */
const errorColumns = { row: 60, column: 104, value: 132, reason: undefined } as const

/**
 * The upload dialog of SPEC 2: template, file, a check of every row that brings in none, then the good rows with
 * progress. Bad rows come back as a sheet with a reason each; nothing is half imported.
 */
export const UploadDialog = ({ importType, title, medicalAreaCode, onClose }: Props) => {
  const [checking, setChecking] = useState(false)
  const [checked, setChecked] = useState<Checked>()
  const [progressId, setProgressId] = useState('')
  const [running, work] = useWork()
  const inside = useRef<HTMLDivElement>(null)
  const good = checked?.good ?? 0
  const once = onceOf[importType]
  // What one does next: brings a file, and brings its rows in once they are checked.
  const next = () =>
    inside.current
      ?.closest('.ant-modal')
      ?.querySelector<HTMLElement>(good ? '.ant-btn-primary' : '.ant-upload-btn')
      ?.focus()
  useEffect(() => {
    if (checked) next()
  }, [checked])

  const check = async (file: File) => {
    setChecking(true)
    setChecked(undefined)
    try {
      setChecked(await upload(importing.dryRun, { importType, medicalAreaCode }, file))
    } catch {
      // The client has shown it; another file may be chosen.
    } finally {
      setChecking(false)
    }
  }
  const run = async () => {
    const { progressId: id } = await callServer(importing.run, { importId: checked!.importId })
    setProgressId(id)
  }
  const errorSheet = checked?.errorsId && (
    <Button size="small" onClick={() => void download(importing.errors, { errorsId: checked.errorsId! })}>
      下载错误行
    </Button>
  )
  if (progressId)
    return (
      <ProgressDialog title={title} progressId={progressId} onClose={() => onClose(true)}>
        <Space wrap>
          {once && checked && <TakeOnce primary importId={checked.importId} what={once} />}
          {errorSheet}
        </Space>
      </ProgressDialog>
    )
  return (
    <Modal
      open
      width={640}
      title={title}
      okText={checked ? `导入 ${formatCount(good)} 行` : '导入'}
      cancelText="不导入"
      okButtonProps={{ disabled: !good, ...whileRunning(running) }}
      mask={{ closable: false }}
      onOk={() => void work(run)}
      // What has been asked for is brought in, whoever looks on.
      cancelButtonProps={{ disabled: running }}
      closable={!running}
      onCancel={() => running || onClose(false)}
      afterOpenChange={(open) => open && next()}
    >
      <Space ref={inside} orientation="vertical" style={{ width: '100%' }}>
        {once && <Untaken importType={importType} what={once} />}
        <Space wrap size="small">
          <Button type="link" style={{ padding: 0 }} onClick={() => void download(importing.template, { importType })}>
            下载导入模板
          </Button>
          <small className={styles.grey}>带 * 的列必须填写；第二行是示例，导入前请改写或删除</small>
        </Space>
        <Upload.Dragger
          accept=".xlsx"
          showUploadList={false}
          disabled={checking || running}
          beforeUpload={(file) => {
            void check(file)
            return false
          }}
        >
          <p className="ant-upload-drag-icon">
            <InboxOutlined />
          </p>
          <p>{checking ? '正在检查每一行…' : '点击选择，或把填好的表格拖到这里'}</p>
        </Upload.Dragger>
        {checked && (
          <Alert
            type={checked.bad ? 'warning' : 'success'}
            showIcon
            title={`共 ${formatCount(checked.total)} 行：可导入 ${formatCount(checked.good)} 行${checked.bad ? `，有错误 ${formatCount(checked.bad)} 行` : ''}`}
            description={checked.bad ? '有错误的行不会导入；改好后可再导入一次，已导入的不会重复。' : undefined}
            action={errorSheet}
          />
        )}
        {checked && checked.errors.length > 0 && (
          <Table
            size="small"
            rowKey={(one) => `${one.row} ${one.column}`}
            dataSource={checked.errors}
            pagination={false}
            // On a phone the reason keeps a line one can read; the table scrolls.
            scroll={{ x: 520, y: 190 }}
            columns={Object.entries(errorColumns).map(([key, width]) => ({
              ...{ dataIndex: key, width },
              title: metaAt(importError.shape, key).title,
            }))}
          />
        )}
      </Space>
    </Modal>
  )
}
