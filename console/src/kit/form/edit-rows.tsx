import { Button, Table } from 'antd'
import { metaAt, type Shape } from '../fields.ts'
import { FieldInput } from './field-input.tsx'

type EditRow = Record<string, unknown>

interface Props {
  /** Fields of a row, in order; titles and inputs come from them. */
  shape: Shape
  /** px by field; without one it shares what is left. */
  widths?: Record<string, number>
  rows: readonly EditRow[]
  onChange: (rows: EditRow[]) => void
  /** What one row is: 参数. */
  noun: string
  /** A row that is added. */
  fresh: () => EditRow
  /** Their order counts: each can go up and down. */
  movable?: boolean
}

/** A longer text would become a field of several lines. */
const oneLine = 90

/** Rows of the same fields, edited in place: changed, added at the end, taken away. */
export const EditRows = ({ shape, widths = {}, rows, onChange, noun, fresh, movable }: Props) => {
  const change = (at: number, key: string, value: unknown) =>
    onChange(rows.map((row, i) => (i === at ? { ...row, [key]: value } : row)))
  const swap = (at: number) => onChange([...rows.slice(0, at), rows[at + 1]!, rows[at]!, ...rows.slice(at + 2)])
  const arrow = (at: number, text: string, disabled: boolean, label: string) => (
    <Button type="text" size="small" aria-label={label} title={label} disabled={disabled} onClick={() => swap(at)}>
      {text}
    </Button>
  )
  const total = Object.keys(shape).reduce((sum, key) => sum + (widths[key] ?? 140), movable ? 120 : 70)
  return (
    <>
      <Table<EditRow>
        size="small"
        rowKey={(_, i) => String(i)}
        pagination={false}
        scroll={{ x: total }}
        dataSource={[...rows]}
        locale={{ emptyText: `还没有${noun}，按「添加${noun}」` }}
        columns={[
          ...Object.keys(shape).map((key) => {
            const meta = metaAt(shape, key)
            return {
              key,
              title: meta.title,
              width: widths[key],
              render: (_: unknown, row: EditRow, i: number) => (
                <FieldInput
                  whole
                  meta={{ ...meta, max: Math.min(meta.max ?? oneLine, oneLine) }}
                  label={`第 ${i + 1} 个${noun}的${meta.title}`}
                  placeholder=""
                  value={row[key]}
                  onChange={(value) => change(i, key, value)}
                />
              ),
            }
          }),
          {
            key: 'remove',
            title: '操作',
            width: movable ? 120 : 70,
            render: (_: unknown, _row: EditRow, i: number) => (
              <>
                {movable && arrow(i - 1, '↑', i === 0, `第 ${i + 1} 个${noun}上移`)}
                {movable && arrow(i, '↓', i === rows.length - 1, `第 ${i + 1} 个${noun}下移`)}
                <Button type="link" size="small" danger onClick={() => onChange(rows.filter((_one, at) => at !== i))}>
                  移除
                </Button>
              </>
            ),
          },
        ]}
      />
      <Button style={{ marginTop: 8 }} onClick={() => onChange([...rows, fresh()])}>
        添加{noun}
      </Button>
    </>
  )
}
