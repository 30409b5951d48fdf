import { DownOutlined, PushpinOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Checkbox, InputNumber, Space } from 'antd'
import { useState } from 'react'
import Segmented from '../segmented.tsx'
import styles from './columns.module.css'
import { arrange, changeColumn, moveColumn, type TableSettings } from './settings.ts'
import type { TitledColumn } from './spec.ts'

export interface PanelProps {
  columns: TitledColumn[]
  settings: TableSettings
  /** The person has settings of his own. */
  changed: boolean
  onChange: (settings: TableSettings | undefined) => void
  /** An administrator makes his settings those of everybody in the area who has none. */
  onPublish?: () => void
}

const pins = [undefined, 'left', 'right'] as const
const pinText = { none: '不固定', left: '固定在左', right: '固定在右' }
/** px of a column that was never measured. */
const usualWidth = 140
const narrowest = 50
const widest = 800

/** Which columns, in which order, how wide, pinned where; how dense. Every change counts at once. */
export const ColumnSettings = ({ columns, settings, changed, onChange, onPublish }: PanelProps) => {
  const [dragged, setDragged] = useState('')
  const arranged = arrange(columns, settings)
  const change = (key: string, part: Parameters<typeof changeColumn>[3]) =>
    onChange(changeColumn(columns, settings, key, part))
  const move = (key: string, to: number) => onChange(moveColumn(columns, settings, key, to))

  return (
    <div className={styles.columnPanel}>
      <b>列设置</b>
      <Segmented
        aria-label="行距"
        block
        value={settings.dense ? 'dense' : 'wide'}
        options={[
          { value: 'dense', label: '紧凑' },
          { value: 'wide', label: '宽松' },
        ]}
        onChange={(value) => onChange({ ...settings, dense: value === 'dense' })}
      />
      <ol>
        {arranged.map(({ key, title, hidden, width, fixed }, i) => (
          <li
            key={key}
            draggable
            data-dragged={dragged === key || undefined}
            onDragStart={() => setDragged(key)}
            onDragEnd={() => setDragged('')}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged && move(dragged, i)}
          >
            <Checkbox checked={!hidden} onChange={({ target }) => change(key, { hidden: !target.checked })}>
              {title}
            </Checkbox>
            <Space size={0}>
              <InputNumber
                size="small"
                controls={false}
                min={narrowest}
                max={widest}
                step={10}
                value={width ?? usualWidth}
                aria-label={`${title} 的宽度`}
                onChange={(value) => value && change(key, { width: Math.round(value) })}
              />
              <Button
                size="small"
                type="text"
                className={fixed && styles.pinned}
                icon={<PushpinOutlined rotate={fixed === 'left' ? -45 : fixed === 'right' ? 45 : 0} />}
                title={pinText[fixed ?? 'none']}
                aria-label={`${title}：${pinText[fixed ?? 'none']}`}
                onClick={() => change(key, { fixed: pins[(pins.indexOf(fixed) + 1) % pins.length] ?? 'none' })}
              />
              <Button
                size="small"
                type="text"
                icon={<UpOutlined />}
                disabled={i === 0}
                aria-label={`${title} 上移`}
                onClick={() => move(key, i - 1)}
              />
              <Button
                size="small"
                type="text"
                icon={<DownOutlined />}
                disabled={i === arranged.length - 1}
                aria-label={`${title} 下移`}
                onClick={() => move(key, i + 1)}
              />
            </Space>
          </li>
        ))}
      </ol>
      <Space>
        <Button size="small" disabled={!changed} onClick={() => onChange(undefined)}>
          恢复默认
        </Button>
        {onPublish && (
          <Button size="small" onClick={onPublish}>
            设为本区划默认
          </Button>
        )}
      </Space>
    </div>
  )
}
