import type { ResultOf } from '@yibao/shared/call.ts'
import { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { useEffect, useState } from 'react'
import type { RxChoice } from '../flow/model.ts'
import { useCounter, useOwnKeys, useStore } from '../parts/store-context.ts'
import { usePorts } from '../ports.ts'
import { wordsOf } from '../refusals.ts'
import { refusalOf } from '../world/refusal.ts'
import { Choices } from './choose.tsx'
import css from './dialogs.module.css'
import { DialogButton } from './frame.tsx'
import rxCss from './rx-kept.module.css'

type Usable = ResultOf<typeof calls.usable>

/** `0:42` since a moment of the wire; hours as minutes. */
const clockSince = (at: string, now: number): string => {
  const seconds = Math.max(0, Math.floor((now - Date.parse(`${at.replace(' ', 'T')}+08:00`)) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const verbs = { take: '选用', review: '请药师审核', match: '选择本店商品', edit: '修改', '': '' }

/** Its last day, and the minute of it where it ends within. */
const endOf = ({ validUntil, validTime }: RxChoice) => `${validUntil} ${validTime?.slice(0, 5) ?? ''}`.trim()

/** Where a prescription stands, in words, and what choosing it does. */
const standing = (one: RxChoice, now: number): { sign: string; text: string; does: keyof typeof verbs } => {
  const { state, use, reason, submittedAt, verdict } = one
  const circulated = one.source === 'circulation'
  const open = circulated ? one.lines.filter(({ ownCode }) => !ownCode) : []
  const unmatched = open.length > 0 ? ` · ${open.length} 种没有对应本店商品` : ''
  if (state === 'waiting' || state === 'second')
    return {
      sign: '△',
      text: `${state === 'second' ? '待复核' : '待药师审核'} ${clockSince(submittedAt, now)}${unmatched}`,
      does: unmatched && state === 'waiting' ? 'match' : 'review',
    }
  if (state === 'refused')
    return { sign: '✕', text: `审核不通过：“${reason}”，换药或请医生修改后重新开方`, does: circulated ? '' : 'edit' }
  if (state === 'returned') {
    const [how, does] = circulated ? (['重新选择商品后', 'match'] as const) : (['修改后重新', 'edit'] as const)
    return { sign: '△', text: `药师退回：“${reason}”，${how}提交`, does }
  }
  if (use === 'expired') return { sign: '✕', text: `已于 ${endOf(one)} 过期`, does: '' }
  if (use === 'used') return { sign: '○', text: '已使用', does: '' }
  if (use === 'unused' && circulated && verdict !== 'told')
    return verdict === 'refused'
      ? { sign: '✕', text: '药师已通过，医保中心没有接受审核结果，请在「处方管理」查看', does: '' }
      : { sign: '△', text: '药师已通过，审核结果正在上传医保中心', does: '' }
  return use === 'inUse'
    ? { sign: '△', text: '正用于另一笔结算', does: '' }
    : { sign: '✓', text: '审核通过，可以选用', does: 'take' }
}

const Words = ({ one, now }: { one: RxChoice; now: number }) => {
  const { sign, text, does } = standing(one, now)
  const kinds = one.lines.map(({ name }) => name).join('、')
  return (
    <>
      <b>
        {one.number} · {one.hospital} {one.doctor}
      </b>
      <span>{verbs[does]}</span>
      <small className={rxCss.words}>
        <b data-tone={does === 'take' ? 'good' : undefined}>
          {sign} {text}
        </b>
        <span>
          {one.source === 'circulation' && '流转处方 · '}
          {one.prescribedOn} 至 {endOf(one)} · {one.lines.length} 种：{kinds}
        </span>
      </small>
    </>
  )
}

/** The prescriptions of the customer in this store: one is taken, a pharmacist is asked, a new one is typed (ux 1.3). */
const KeptRx = () => {
  const { dispatch } = useStore()
  const { callServer, rx } = usePorts()
  const { person, lines, rxToSell, prescription, part } = useCounter()
  const ownKeys = useOwnKeys()
  const [known, setKnown] = useState<Usable>()
  const [problem, setProblem] = useState<{ text: string; next: string }>()
  const [now, setNow] = useState(Date.now())
  const readId = person?.readId
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (!readId) return
    let gone = false
    setKnown(undefined)
    callServer(calls.usable, { readId }, { silent: true }).then(
      (found) => {
        if (gone) return
        setKnown(found)
        const waiting = found.items.filter(({ state }) => state === 'waiting' || state === 'second')
        dispatch({ type: 'rxWaits', waiting: waiting.map(({ id, number }) => ({ id, number })) })
      },
      (cause) => gone || setProblem(wordsOf(refusalOf(cause), '请重新按 F6')),
    )
    return () => {
      gone = true
    }
  }, [callServer, dispatch, readId])
  const sent = known?.items.find(({ id }) => id === rxToSell?.id)
  const missing = known && !sent ? rxToSell?.number : undefined
  // What was chosen before by hand stays chosen, and of a return only what is kept is settled.
  const taken = sent && !prescription?.id && !part && standing(sent, now).does === 'take' ? sent : undefined
  useEffect(() => {
    if (readId && known && taken) dispatch({ type: 'takeRx', readId, rx: taken, items: known.goods })
  }, [dispatch, readId, known, taken])

  const close = () => dispatch({ type: 'closeDialog' })
  // What is asked next has a window of its own: this one steps aside.
  const enter = async (id?: string) => {
    close()
    const saved = await rx.enter({
      id,
      readId: readId ?? '',
      maskedName: person?.maskedName ?? '',
      lines: lines.filter(({ item }) => item.prescription).map(({ item, quantity }) => ({ item, quantity })),
    })
    if (saved) dispatch({ type: 'rxEntered', ...saved })
  }
  const review = async (one: RxChoice) => {
    close()
    if (await rx.review(one)) dispatch({ type: 'open', dialog: 'prescription' })
  }
  // What is not sold here stays open: the pharmacist is next all the same.
  const match = async (one: RxChoice) => {
    close()
    const now = await rx.match(one)
    if (now?.state === 'waiting') await review(one)
    else dispatch({ type: 'open', dialog: 'prescription' })
  }
  const choose = (one: RxChoice) => {
    const { does } = standing(one, now)
    if (does === 'take' && readId) dispatch({ type: 'takeRx', readId, rx: one, items: known?.goods ?? [] })
    if (does === 'review') void review(one)
    if (does === 'match') void match(one)
    if (does === 'edit') void enter(one.id)
  }
  const first = (known?.items ?? []).toSorted((a, b) => Number(b === sent) - Number(a === sent))
  const choices = first.map((one) => ({
    key: one.id,
    content: <Words one={one} now={now} />,
    disabled: standing(one, now).does === '',
    choose: () => choose(one),
  }))
  return (
    <>
      {!readId && <p className={css.meaning}>读取参保人后显示本店为其保存的处方</p>}
      {problem && (
        <p role="alert">
          {problem.text}。{ownKeys(problem.next)}
        </p>
      )}
      {missing && (
        <p role="alert">
          {person?.maskedName} 名下没有处方 {missing}，可能是另一位参保人的。
          {ownKeys(lines.length > 0 ? '请按 F4 挂单后，读取处方本人的凭证' : '请读取处方本人的凭证')}
        </p>
      )}
      {readId && !known && !problem && <p className={css.meaning}>查询可用处方…</p>}
      {known && choices.length === 0 && !missing && (
        <p className={css.meaning}>本店没有 {person?.maskedName} 的处方。可录入纸质处方，提交药师审核</p>
      )}
      {choices.length > 0 && <Choices choices={choices} />}
      <div className={css.buttons}>
        <DialogButton onClick={close}>关闭</DialogButton>
        {/* Not before the list stands: what comes above it would move it from under the pointer. */}
        {readId && (known || problem) && (
          <DialogButton primary first={choices.length === 0} onClick={() => void enter()}>
            录入新处方
          </DialogButton>
        )}
      </div>
    </>
  )
}

export default KeptRx
