import { Alert } from 'antd'
import type { Change } from './use-ticks.ts'

const most = 5
const few = (names: readonly string[]) =>
  names.slice(0, most).join('、') + (names.length > most ? `等 ${names.length} 项` : '')

interface Props {
  change?: Change
  /** A tick as a person reads it. */
  nameOf: (tick: string) => string
}

/** What somebody else saved while this dialog was open; it is ticked below already. */
export const OthersChange = ({ change, nameOf }: Props) => {
  if (!change) return null
  const line = (verb: string, ticks: readonly string[]) =>
    ticks.length > 0 && (
      <div>
        {verb}：{few(ticks.map(nameOf))}
      </div>
    )
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title="刚被别人修改，你的修改还没有保存"
      description={
        <>
          {line('别人增加了', change.given)}
          {line('别人取消了', change.taken)}
          两边的修改已合在下面的勾选里，请核对后再按「保存」。
        </>
      }
    />
  )
}
