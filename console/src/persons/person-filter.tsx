import { Button, Space } from 'antd'
import { type InputProps, useDialogs, useWork } from '../kit/index.ts'
import { hasStore } from '../state/me.ts'

/** Names of those who were read in this window, by reading: an address has the reading only. */
const read = new Map<string, string>()

/** A filter by the person whose card is read: a number is never typed, so none gets into an address. */
export const PersonFilter = ({ id, value, onChange }: InputProps) => {
  const [dialogs, holder] = useDialogs()
  const [, run] = useWork()
  const find = async () => {
    const { askPerson } = await import('./ask-person.tsx')
    const person = await askPerson(dialogs, '按参保人查找', '读到后按「查询」，只显示这个人的')
    if (!person) return
    read.set(person.readId, person.maskedName)
    onChange?.(person.readId)
  }
  const text = value ? (read.get(String(value)) ?? '已读卡') : '读卡查找'
  return (
    <>
      <Space.Compact block>
        {/* A card is read at a store's counter, and an administrator has none. */}
        <Button
          block
          id={id}
          aria-label={`参保人：${text}`}
          disabled={!hasStore()}
          title={hasStore() ? undefined : '只有门店的账号可以读卡查找，请按姓名查'}
          onClick={() => void run(find)}
        >
          {text}
        </Button>
        {value !== undefined && <Button onClick={() => onChange?.(undefined)}>不限</Button>}
      </Space.Compact>
      {holder}
    </>
  )
}
