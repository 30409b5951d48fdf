import { Button, Space } from 'antd'
import type { InputProps } from '../kit/index.ts'
import { useDialogs } from '../kit/index.ts'

/** Names of those who were read in this window, by reading: an address has the reading only. */
const read = new Map<string, string>()

/** A filter by the person whose card is read: a number is never typed, so none gets into an address. */
export const PersonFilter = ({ id, value, onChange }: InputProps) => {
  const [dialogs, holder] = useDialogs()
  const find = async () => {
    const { askPerson } = await import('./ask-person.tsx')
    const person = await askPerson(dialogs, '按参保人查找', '读到后按「查询」，只显示这个人的备案')
    if (!person) return
    read.set(person.readId, person.maskedName)
    onChange?.(person.readId)
  }
  const text = value ? (read.get(String(value)) ?? '已读卡') : '读卡查找'
  return (
    <>
      <Space.Compact>
        <Button id={id} aria-label={`参保人：${text}`} onClick={() => void find()}>
          {text}
        </Button>
        {value !== undefined && <Button onClick={() => onChange?.(undefined)}>不限</Button>}
      </Space.Compact>
      {holder}
    </>
  )
}
