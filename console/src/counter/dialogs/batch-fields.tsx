import { type KeyboardEvent, useId, useState } from 'react'
import type { Batch } from '../flow/model.ts'
import { packDay } from '../pack-day.ts'
import { fold } from '../scan.ts'
import own from './batch-fields.module.css'
import css from './dialogs.module.css'

type Typed = Record<keyof Batch, string>
type Problems = Partial<Typed>

const titles = { lot: '批号', madeOn: '生产日期', expiresOn: '有效期至' } as const
const names = Object.keys(titles) as (keyof Batch)[]

const typedOf = (batch: Batch | undefined): Typed => ({
  lot: batch?.lot ?? '',
  madeOn: batch?.madeOn ?? '',
  expiresOn: batch?.expiresOn ?? '',
})

/** What was typed as a batch, or what is wrong with it. Nothing typed is no batch. */
const batchTyped = (typed: Typed, today: string): { batch?: Batch | undefined; problems?: Problems } => {
  const lot = fold(typed.lot)
  const madeOn = packDay(typed.madeOn, false)
  const expiresOn = packDay(typed.expiresOn, true)
  if (!lot && !madeOn && !expiresOn && madeOn !== undefined && expiresOn !== undefined) return {}
  const problems: Problems = {
    ...(!lot && { lot: '请填写药盒上的批号' }),
    ...(lot.length > 30 && { lot: '批号不能超过 30 个字符' }),
    ...(madeOn === undefined && { madeOn: '不是日期，例如 20260901' }),
    ...(madeOn && madeOn > today && { madeOn: '生产日期晚于今天' }),
    ...(expiresOn === undefined && { expiresOn: '不是日期，例如 20280831 或 202808' }),
    ...(madeOn && expiresOn && expiresOn < madeOn && { expiresOn: '有效期早于生产日期' }),
  }
  if (Object.keys(problems).length) return { problems }
  return { batch: { lot, madeOn: madeOn || undefined, expiresOn: expiresOn || undefined } }
}

/** What stands in the fields of a line's batch, for the dialog around them. */
export const useBatch = (batch: Batch | undefined, today: string) => {
  const [typed, setTyped] = useState(() => typedOf(batch))
  const [problems, setProblems] = useState<Problems>({})
  return {
    typed,
    problems,
    type: (change: Partial<Typed>) => setTyped({ ...typed, ...change }),
    take: (given: Batch) => {
      setTyped(typedOf(given))
      setProblems({})
    },
    /** The batch when it is right; false when it is not, and what is wrong is shown. */
    read: (): Batch | undefined | false => {
      const result = batchTyped(typed, today)
      setProblems(result.problems ?? {})
      return result.problems ? false : result.batch
    },
    changed: names.some((name) => typed[name] !== typedOf(batch)[name]),
  }
}

interface Props {
  of: ReturnType<typeof useBatch>
  /** What the store sold last of these goods. */
  suggested: Batch | undefined
  disabled: boolean
  onDone: () => void
}

/** 批号, 生产日期, 有效期至 of a line, as the pack has them; Enter goes on to the next one (ux 2.7). */
export const BatchFields = ({ of: { typed, problems, type, take }, suggested, disabled, onDone }: Props) => {
  const id = useId()
  const next = (event: KeyboardEvent<HTMLInputElement>, place: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const input = event.currentTarget.form?.elements ?? event.currentTarget.closest('fieldset')?.elements
    const following = input?.[place + 1]
    if (following instanceof HTMLInputElement) following.focus()
    else onDone()
  }
  const offered = !disabled && suggested && suggested.lot !== typed.lot
  return (
    <fieldset className={own.batch} disabled={disabled}>
      {names.map((name, place) => (
        <label key={name} className={css.field}>
          <span>{titles[name]}</span>
          <input
            autoComplete="off"
            inputMode={name === 'lot' ? undefined : 'numeric'}
            placeholder={name === 'lot' ? '见药盒，可以不填' : name === 'madeOn' ? '20260901' : '20280831 或 202808'}
            value={typed[name]}
            aria-invalid={problems[name] ? true : undefined}
            aria-describedby={problems[name] ? `${id}-${name}` : undefined}
            onChange={(event) => type({ [name]: event.target.value })}
            onKeyDown={(event) => next(event, place)}
          />
          {problems[name] && (
            <small id={`${id}-${name}`} role="alert">
              {problems[name]}
            </small>
          )}
        </label>
      ))}
      {offered && (
        <button type="button" className={own.suggestion} onClick={() => take(suggested)}>
          上次销售：{suggested.lot}
          {suggested.expiresOn && `，有效期至 ${suggested.expiresOn}`}
          <b>同一批，填入</b>
        </button>
      )}
    </fieldset>
  )
}
