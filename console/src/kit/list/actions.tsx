import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space, Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { changesMade } from '../../api/index.ts'
import { useCan } from '../../state/me.ts'
import { focusIfLost } from '../focus-back.tsx'
import { whileRunning } from '../use-work.ts'
import { leadsNowhere } from './act.ts'
import { focusedMenu } from './menu-focus.tsx'
import styles from './table.module.css'
import type { Action, Tools } from './types.ts'
import { whileWanted } from './wanted.ts'

interface Props<T> {
  actions: readonly Action<T>[]
  target: T
  tools: Tools
  /** In a row: links instead of buttons, the third and further ones under 更多. */
  inRow?: boolean
  /** Runs an action in another way, such as on all matching rows. */
  runWith?: (action: Action<T>, tools: Tools) => unknown
}

/** Links beside each other in a row; with more of them the last place is the menu's. */
const inRowAtMost = 2

/** Which actions of a list the signed-in person may see (SPEC 6); a column for those of its rows is there if there is one. */
export const useAllowed = () => {
  const can = useCan()
  return <T,>({ need }: Pick<Action<T>, 'need'>) => need === undefined || [need].flat().some((wanted) => can(wanted))
}

/**
 * The actions a person may run on something, one at a time. Whatever one sent that may change something, what is shown
 * is read again before another is asked for; one that was left sent nothing. A menu without an item is not there (SPEC 6).
 */
export const Actions = <T,>({ actions, target, tools, inRow = false, runWith }: Props<T>) => {
  const allowed = useAllowed()
  const [running, setRunning] = useState('')
  const pressed = useRef<HTMLElement>(null)
  const menu = useRef<HTMLButtonElement>(null)
  // A link that runs is disabled, which takes the focus from it; the next one is pressed from where the person was.
  useEffect(() => {
    if (running === '') focusIfLost(pressed.current)
  }, [running])
  const run = async (action: Action<T>, by: HTMLElement | null) => {
    if (leadsNowhere(action)) return
    pressed.current = by
    setRunning(action.key)
    const before = changesMade()
    try {
      const given = { ...tools, dialogs: whileWanted(tools.dialogs) }
      await (runWith ? runWith(action, given) : action.run(target, given))
    } catch {
      // The client has shown it.
    }
    // Also after a refusal: it may be of a row that is not so any more.
    if (changesMade() !== before) await tools.refetch()
    setRunning('')
  }
  const shown = actions.filter((action) => allowed(action) && (action.shown?.(target) ?? true))
  if (!shown.length) return null
  const beside = inRow && shown.length > inRowAtMost ? shown.slice(0, inRowAtMost - 1) : shown
  const more = shown.slice(beside.length)
  return (
    <Space size={inRow ? 0 : 8} wrap={!inRow} className={inRow ? styles.rowActions : undefined}>
      {beside.map((action) => {
        const reason = action.disabled?.(target)
        const button = (
          <Button
            key={action.key}
            size={inRow ? 'small' : undefined}
            type={inRow ? 'link' : action.primary ? 'primary' : 'default'}
            danger={action.danger}
            // A spinner would push a link out of its column.
            disabled={reason !== undefined || (running !== '' && (inRow || running !== action.key))}
            {...whileRunning(!inRow && running === action.key)}
            onClick={(event) => {
              event.stopPropagation()
              void run(action, event.currentTarget)
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
      {more.length > 0 && (
        <Dropdown
          {...focusedMenu}
          trigger={['click']}
          menu={{
            items: more.map((action) => {
              const reason = action.disabled?.(target)
              return { key: action.key, label: action.text, danger: action.danger, disabled: !!reason, title: reason }
            }),
            onClick: ({ key, domEvent }) => {
              domEvent.stopPropagation()
              void run(more.find((action) => action.key === key)!, menu.current)
            },
          }}
        >
          <Button
            ref={menu}
            type="link"
            size="small"
            disabled={running !== ''}
            onClick={(event) => event.stopPropagation()}
          >
            更多 <DownOutlined />
          </Button>
        </Dropdown>
      )}
    </Space>
  )
}
