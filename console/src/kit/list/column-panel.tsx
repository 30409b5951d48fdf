import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Segmented } from 'antd'
import styles from '../kit.module.css'
import type { TableSettings } from './state.ts'

interface Props {
  columns: { key: string; title: string; hidden?: boolean }[]
  settings: TableSettings
  onChange: (settings: TableSettings) => void
}

/** 列设置: which columns, how dense; kept per table in uiTable. */
export const ColumnPanel = ({ columns, settings, onChange }: Props) => (
  <Popover
    trigger="click"
    placement="bottomRight"
    title="列设置"
    content={
      <div className={styles.columnPanel}>
        <Segmented
          block
          value={settings.dense ? 'dense' : 'wide'}
          options={[
            { value: 'dense', label: '紧凑' },
            { value: 'wide', label: '宽松' },
          ]}
          onChange={(value) => onChange({ ...settings, dense: value === 'dense' })}
        />
        {columns.map(({ key, title, hidden }) => (
          <Checkbox
            key={key}
            checked={settings.shown[key] ?? !hidden}
            onChange={({ target }) => onChange({ ...settings, shown: { ...settings.shown, [key]: target.checked } })}
          >
            {title}
          </Checkbox>
        ))}
        <Button size="small" type="link" onClick={() => onChange({ ...settings, shown: {} })}>
          恢复默认列
        </Button>
      </div>
    }
  >
    <Button icon={<SettingOutlined />} aria-label="列设置" title="列设置" />
  </Popover>
)
