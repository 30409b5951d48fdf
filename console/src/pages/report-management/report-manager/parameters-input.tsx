import { metaOf } from '@yibao/shared/field.ts'
import { type SourceName, sourceOf } from '@yibao/shared/reporting/sources.ts'
import { Select, Table } from 'antd'
import { FieldInput, type InputProps } from '../../../kit/index.ts'

interface Parameter {
  field: string
  mode: 'ask' | 'fixed'
  value?: string
}

const modes = [
  { value: '', label: '不用' },
  { value: 'ask', label: '运行时可改' },
  { value: 'fixed', label: '固定' },
]

/** A value of a field as a parameter keeps it: text, whatever the field's kind. */
const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value))
const valueFor = (kind: string | undefined, text: string | undefined): unknown =>
  kind === 'flag' && text !== undefined ? text === 'true' : text

/** What a report may be asked by, field by field: not at all, when it is run, or always the same. */
export const parametersInput = (source: SourceName) => {
  const fields = Object.entries(sourceOf(source).fields).filter(([, { uses }]) => uses.includes('filter'))
  return function ParametersInput({ value, onChange }: InputProps) {
    const chosen = (value as Parameter[] | undefined) ?? []
    const set = (name: string, next: Parameter | undefined) =>
      onChange?.(
        fields.flatMap(([field]) =>
          field === name ? (next ?? []) : (chosen.find((one) => one.field === field) ?? []),
        ),
      )
    return (
      <Table
        size="small"
        pagination={false}
        // Both inputs have their width on a phone too, and the name of a field its line.
        scroll={{ x: 460 }}
        rowKey={([name]) => name}
        dataSource={fields}
        columns={[
          { key: 'field', title: '字段', width: 110, render: (_, [, { schema }]) => metaOf(schema)?.title },
          {
            key: 'mode',
            title: '用法',
            width: 130,
            render: (_, [name, { schema, hidden }]) => (
              <Select
                aria-label={`${metaOf(schema)?.title}的用法`}
                style={{ width: '100%' }}
                value={chosen.find(({ field }) => field === name)?.mode ?? ''}
                // A store that is always the same would be empty for everybody else.
                options={hidden ? modes.slice(0, 2) : modes}
                onChange={(mode) => set(name, mode ? { field: name, mode: mode as Parameter['mode'] } : undefined)}
              />
            ),
          },
          {
            key: 'value',
            title: '固定值或默认值',
            width: 220,
            render: (_, [name, { schema, hidden }]) => {
              const one = chosen.find(({ field }) => field === name)
              const meta = metaOf(schema)!
              if (!one || hidden) return '--'
              return (
                <FieldInput
                  meta={meta}
                  label={`${meta.title}的值`}
                  placeholder={one.mode === 'fixed' ? '' : '全部'}
                  value={valueFor(meta.kind, one.value)}
                  onChange={(next) => set(name, { ...one, value: textOf(next) })}
                />
              )
            },
          },
        ]}
      />
    )
  }
}
