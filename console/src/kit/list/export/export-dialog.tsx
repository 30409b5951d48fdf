import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { useTab } from '../../../state/tab.tsx'
import { FocusBack } from '../../focus-back.tsx'
import type { TitledColumn } from '../spec.ts'
import type { ListState } from '../state.ts'
import { totalText } from '../state.ts'
import type { Matching, Tools } from '../types.ts'
import { ExportHistory } from './export-history.tsx'
import { exportSheet } from './export-sheet.ts'

export interface ExportProps {
  /** The list's name for the server: domain.name of its call. */
  call: string
  columns: TitledColumn[]
  shown: TitledColumn[]
  state: ListState
  matching: Matching
  /** What is taken out, where it is not what the tab is called. */
  title?: string
  tools: Tools
}

/** The columns to take and how many rows leave the building, before they do; behind it what was exported before. */
export const ExportDialog = (props: ExportProps & { onClose: () => void }) => {
  const { call, columns, shown, state, matching, tools, onClose } = props
  const tab = useTab()
  const title = props.title ?? tab.title
  const [keys, setKeys] = useState(() => shown.map(({ key }) => key))
  const [history, setHistory] = useState(false)
  const send = () => {
    onClose()
    const { sortField, sortOrder } = state
    const input = { ...matching.input, ...(sortOrder && { sortField, sortOrder }) }
    const chosen = columns.filter(({ key }) => keys.includes(key)).flatMap(({ key, exports = [key] }) => exports)
    // The client shows every refusal.
    exportSheet({ call, input, columns: chosen, title }, tools.dialogs).catch(() => undefined)
  }
  return (
    <>
      <Modal
        open
        title={`导出${title}`}
        okText="导出"
        cancelText="不导出"
        okButtonProps={{ disabled: !keys.length, autoFocus: true }}
        onOk={send}
        onCancel={onClose}
        footer={(buttons) => (
          <>
            <Button type="link" style={{ float: 'left' }} onClick={() => setHistory(true)}>
              导出记录
            </Button>
            {buttons}
          </>
        )}
      >
        <p>
          按当前条件{matching.total !== undefined && `，${totalText(matching.total, matching.bound)}`}
          。含个人信息的文件请只在工作电脑上保存。
        </p>
        <Checkbox
          checked={keys.length === columns.length}
          indeterminate={keys.length > 0 && keys.length < columns.length}
          onChange={({ target }) => setKeys(target.checked ? columns.map(({ key }) => key) : [])}
        >
          全部列
        </Checkbox>
        <Checkbox.Group
          value={keys}
          options={columns.map(({ key, title: label }) => ({ value: key, label }))}
          onChange={setKeys}
          style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))', marginTop: 8 }}
        />
      </Modal>
      {history && (
        <FocusBack>
          <ExportHistory onClose={() => setHistory(false)} />
        </FocusBack>
      )}
    </>
  )
}
