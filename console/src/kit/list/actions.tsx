import { Button, Space, Tooltip } from 'antd'
import { useState } from 'react'
import { useCan } from '../../state/me.ts'
import styles from '../kit.module.css'
import type { Action, Tools } from './types.ts'

interface Props<T> {
  actions: readonly Action<T>[]
  target: T
  tools: Tools
  /** In a row: links instead of buttons. */
  inRow?: boolean
}

/** The actions a person may run on something. A running one cannot be pressed again. */
export const Actions = <T,>({ actions, target, tools, inRow = false }: Props<T>) => {
  const can = useCan()
  const [running, setRunning] = useState('')
  const run = async (action: Action<T>) => {
    setRunning(action.key)
    try {
      await action.run(target, tools)
    } catch {
      // The client has shown it.
    } finally {
      setRunning('')
    }
  }
  const shown = actions.filter((action) => (!action.need || can(action.need)) && (action.shown?.(target) ?? true))
  if (!shown.length) return null
  return (
    <Space size={inRow ? 0 : 8} wrap={!inRow} className={inRow ? styles.rowActions : undefined}>
      {shown.map((action) => {
        const reason = action.disabled?.(target)
        const button = (
          <Button
            key={action.key}
            size={inRow ? 'small' : undefined}
            type={inRow ? 'link' : action.primary ? 'primary' : 'default'}
            danger={action.danger}
            // A spinner would push a link out of its column.
            disabled={reason !== undefined || (inRow && running !== '')}
            loading={!inRow && running === action.key}
            onClick={(event) => {
              event.stopPropagation()
              void run(action)
            }}
          >
            {action.text}
          </Button>
        )
        return reason ? (
          <Tooltip key={action.key} title={reason}>
            {button}
          </Tooltip>
        ) : (
          button
        )
      })}
    </Space>
  )
}
