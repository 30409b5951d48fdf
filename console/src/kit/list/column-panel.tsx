import { SettingOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { useRef } from 'react'
import { late } from '../late/late.tsx'
import type { PanelProps } from './column-settings.tsx'
import styles from './columns.module.css'

const ColumnSettings = late(async () => ({ default: (await import('./column-settings.tsx')).ColumnSettings }))

/**
 * 列设置: a button and, once pressed, the settings of the columns. They stand at the end of the document: the focus goes
 * there and back.
 */
export const ColumnPanel = (props: PanelProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const follow = (open: boolean) => {
    if (open) panel.current?.focus()
    else if (document.activeElement === document.body || panel.current?.contains(document.activeElement))
      button.current?.focus()
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      afterOpenChange={follow}
      content={
        <div ref={panel} role="dialog" aria-label="列设置" tabIndex={-1} className={styles.panelFocus}>
          <ColumnSettings {...props} />
        </div>
      }
    >
      <Button ref={button} icon={<SettingOutlined />} aria-label="列设置" title="列设置" />
    </Popover>
  )
}
