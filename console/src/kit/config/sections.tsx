import { ConfigProvider, Empty } from 'antd'
import { useEffect, useRef } from 'react'
import { focusIfLost } from '../focus-back.tsx'
import styles from './config.module.css'
import { found } from './draft.ts'
import { OptionRow } from './option-row.tsx'
import type { ConfigSpec } from './types.ts'
import type { Config } from './use-config.ts'

interface Props {
  spec: ConfigSpec
  config: Config
  words: string
  readOnly: boolean
}

const Changed = ({ count }: { count: number }) =>
  count > 0 && (
    <span className={styles.changed} title={`${count} 项已修改`}>
      {count}
    </span>
  )

/** Options by group, with a list of the groups beside them; a search leaves what it finds. */
export const Sections = ({ spec, config, words, readOnly }: Props) => {
  // A saved change takes 保存 and its own 撤回修改 away, and the focus with them: it goes to the option last worked on.
  const last = useRef<Element>(null)
  useEffect(() => focusIfLost(last.current), [config.draft, config.options])
  const groups = found(config.groups, spec.fields, words)
  const byKey = new Map(config.options.map((option) => [option.key, option]))
  if (!groups.length) return <Empty description={`没有找到「${words.trim()}」`} />
  const go = (key: string) =>
    document.getElementById(`group-${key}`)?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  return (
    <div className={styles.body}>
      <nav className={styles.anchors} aria-label="配置分组">
        {groups.map(({ key, title, options }) => (
          <button key={key} type="button" onClick={() => go(key)}>
            {title}
            <Changed count={options.filter((one) => config.draft[one.key] !== undefined).length} />
          </button>
        ))}
      </nav>
      <ConfigProvider componentDisabled={readOnly || config.running}>
        <div className={styles.groups}>
          {groups.map(({ key, title, note, options }) => (
            <section
              key={key}
              id={`group-${key}`}
              className={styles.group}
              aria-label={title}
              onFocus={({ target }) => {
                last.current = target.closest('[data-option]')
              }}
            >
              <h2>{title}</h2>
              {note && <p className={styles.help}>{note}</p>}
              {options.map(({ key: name, help }) => {
                const option = byKey.get(name)
                return option && <OptionRow key={name} {...{ spec, config, option, help, readOnly }} />
              })}
            </section>
          ))}
        </div>
      </ConfigProvider>
    </div>
  )
}
