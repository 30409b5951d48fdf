import { SettingOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { late } from '../late/late.tsx'
import type { PanelProps } from './column-settings.tsx'

const ColumnSettings = late(async () => ({ default: (await import('./column-settings.tsx')).ColumnSettings }))

/** 列设置: a button and, once pressed, the settings of the columns. */
export const ColumnPanel = (props: PanelProps) => (
  <Popover trigger="click" placement="bottomRight" title="列设置" content={<ColumnSettings {...props} />}>
    <Button icon={<SettingOutlined />} aria-label="列设置" title="列设置" />
  </Popover>
)
