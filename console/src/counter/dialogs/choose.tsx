import { formatAmount } from '@yibao/shared/money.ts'
import { elapsed, parseTime, shortTime } from '@yibao/shared/time.ts'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { balanceWords, diseaseKinds } from '../../filing/balance.ts'
import { kindNames, needsDisease } from '../flow/customer.ts'
import type { Disease, ParkedRow } from '../flow/model.ts'
import { noneOfKind } from '../flow/reading.ts'
import { messageOf, sentenceOf } from '../message.ts'
import { useCounter, useStore } from '../parts/store-context.ts'
import { usePorts } from '../ports.ts'
import own from './choose.module.css'
import css from './dialogs.module.css'
import { DialogButton, Frame } from './frame.tsx'

interface Choice {
  key: string
  content: ReactNode
  disabled?: boolean
  choose: () => void
}

/** A list to choose from: digits 1-9 or arrows, Enter takes (ux 1.2, 1.10). */
export const Choices = ({ choices }: { choices: Choice[] }) => {
  const box = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1]
    const buttons = [...(box.current?.querySelectorAll('button') ?? [])]
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement)
    if (digit) buttons[Number(digit) - 1]?.click()
    else if (event.key === 'ArrowDown') buttons[Math.min(buttons.length - 1, now + 1)]?.focus()
    else if (event.key === 'ArrowUp') buttons[Math.max(0, now - 1)]?.focus()
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside take the focus, the box only moves it
    <div ref={box} className={own.choices} onKeyDown={onKeyDown}>
      {choices.map(({ key, content, disabled, choose }, i) => (
        // biome-ignore lint/a11y/noAutofocus: the first choice of a list that the person opened
        <button key={key} type="button" autoFocus={i === 0} disabled={disabled} onClick={choose}>
          <kbd>{i < 9 ? i + 1 : ''}</kbd>
          {content}
        </button>
      ))}
    </div>
  )
}

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

const DiseaseWords = (disease: Disease) => (
  <>
    <b>{disease.name}</b>
    <small>
      {[diseaseKinds[disease.kind], `有效至 ${disease.end || '长期'}`, ...balanceWords(disease)].join(' · ')}
    </small>
  </>
)

/** What stands there without a disease to choose; one that could not be read is asked for again. */
const NoDisease = () => {
  const state = useCounter()
  if (state.diseasesUnread) return <p className={css.meaning}>没有读到备案病种，不知道有没有。普通购药可以继续</p>
  if (!state.diseases) return <p className={css.meaning}>正在查询备案病种…</p>
  // What is missing is missing to a purchase that needs one; to any other it would be told to become what it is.
  const none = needsDisease(state)
    ? sentenceOf(messageOf(noneOfKind(state), kindNames(state)))
    : '参保人没有备案病种。这次购药不需要病种，可以继续'
  return <p className={css.meaning}>{none}</p>
}

/** 病种: those that the centre knows of the person, found by letters; Enter takes the marked one (ux 2.3). */
export const DiseaseDialog = () => {
  const { dispatch } = useStore()
  const { diseases, diseasesUnread } = useCounter()
  const close = () => dispatch({ type: 'closeDialog' })
  const choices = (diseases ?? []).map((disease) => ({
    key: `${disease.kind} ${disease.code}`,
    content: <DiseaseWords {...disease} />,
    disabled: disease.end !== '' && disease.end < today(),
    choose: () => dispatch({ type: 'chooseDisease', disease }),
  }))
  // Pressed, it stays with the focus until there is something to choose.
  const [pressed, setPressed] = useState(false)
  const again = () => {
    setPressed(true)
    dispatch({ type: 'open', dialog: 'disease' })
  }
  return (
    <Frame
      title="选择病种"
      wide
      onClose={close}
      buttons={
        <>
          <DialogButton onClick={close}>关闭</DialogButton>
          {(diseasesUnread || (pressed && !diseases)) && (
            <DialogButton primary busy={!diseasesUnread} onClick={again}>
              重新查询
            </DialogButton>
          )}
        </>
      }
    >
      {choices.length > 0 ? <Choices choices={choices} /> : <NoDisease />}
    </Frame>
  )
}

/** `4 分`, as long as it is minutes (ux 1.10). */
const waited = (at: string) => {
  const ms = Math.max(0, Date.now() - parseTime(at).getTime())
  return ms < 3_600_000 ? `${Math.floor(ms / 60_000)} 分` : elapsed(ms).replace(/^\d+/, '$& ')
}

const ParkedWords = ({ maskedName, count, total, at, operatorName }: ParkedRow) => (
  <>
    <b>{maskedName || '未读卡'}</b>
    <span>
      {count} 种 {formatAmount(total)}
    </span>
    <small>
      {shortTime(at, new Date())} · {operatorName} · 等待 {waited(at)}
    </small>
  </>
)

/** 取单: what the store has put aside, whoever did; Enter brings it back (ux 1.10). */
export const ParkedDialog = ({ rows }: { rows: ParkedRow[] | undefined }) => {
  const { dispatch } = useStore()
  const { newKey } = usePorts()
  const close = () => dispatch({ type: 'closeDialog' })
  const choices = (rows ?? []).map((row) => ({
    key: row.parkedId,
    content: <ParkedWords {...row} />,
    choose: () => dispatch({ type: 'unpark', parkedId: row.parkedId, key: newKey() }),
  }))
  return (
    <Frame title="取单" wide onClose={close} buttons={<DialogButton onClick={close}>关闭</DialogButton>}>
      {rows ? <Choices choices={choices} /> : <p className={css.meaning}>正在读取挂单…</p>}
    </Frame>
  )
}
