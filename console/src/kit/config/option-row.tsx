import { metaOf } from '@yibao/shared/field.ts'
import { Button } from 'antd'
import { Status } from '../value.tsx'
import styles from './config.module.css'
import { isOwn, type Option, shownValue, withoutEdit, withReset, withValue } from './draft.ts'
import { OptionFile } from './option-file.tsx'
import { OptionInput } from './option-input.tsx'
import { OptionValue } from './option-value.tsx'
import type { ConfigSpec } from './types.ts'
import type { Config } from './use-config.ts'

interface Props {
  spec: ConfigSpec
  config: Config
  option: Option
  help: string
  readOnly: boolean
}

const sources: Record<string, string> = { default: '系统默认', system: '平台', area: '区划', store: '门店' }

/** One option: its input, where its value comes from, what would hold without it, and that it was changed. */
export const OptionRow = ({ spec, config, option, help, readOnly }: Props) => {
  const { draft, edit, problems, contested } = config
  const { key } = option
  const field = spec.fields[key]
  if (!field) return null
  const changed = draft[key]
  const own = changed === undefined ? isOwn(option) : changed !== 'reset'
  const isFile = spec.files !== undefined && metaOf(field)?.kind === 'group'
  const problem = problems[key]
  const id = `option-${key}`
  const words = (value: unknown) => <OptionValue fields={spec.fields} name={key} value={value} />
  return (
    <div className={styles.row} tabIndex={-1} data-option={key} data-changed={changed !== undefined || undefined}>
      <div className={styles.label}>
        <label htmlFor={id}>{metaOf(field)?.title ?? key}</label>
        {changed !== undefined && <Status tone="action">已修改</Status>}
      </div>
      <div>
        {isFile ? (
          <OptionFile
            {...{ files: spec.files!, fields: spec.fields, option, readOnly }}
            place={config.place}
            refetch={config.refetch}
          />
        ) : (
          <OptionInput
            id={id}
            field={field}
            value={shownValue(option, changed)}
            filled={option.filled}
            onChange={(value) => edit(withValue(draft, option, value))}
          />
        )}
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        {contested.has(key) && <p className={styles.contested}>现在保存的是：{words(option.value)}</p>}
        {help && <p className={styles.help}>{help}</p>}
      </div>
      <div className={styles.source}>
        {own ? '本级设置' : `继承${sources[option.inheritedFrom] ?? ''}`}
        {own && !isFile && option.filled === undefined && (
          <small>
            {sources[option.inheritedFrom]}：{words(option.inherited)}
          </small>
        )}
        {!readOnly && changed !== undefined && (
          <Button type="link" size="small" onClick={() => edit(withoutEdit(draft, key))}>
            撤回修改
          </Button>
        )}
        {!readOnly && changed === undefined && own && !isFile && (
          <Button type="link" size="small" onClick={() => edit(withReset(draft, option))}>
            恢复默认
          </Button>
        )}
      </div>
    </div>
  )
}
