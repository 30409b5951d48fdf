import { outsidePrescription } from '@yibao/shared/entities/settlement.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { late } from '../../kit/late/late.tsx'
import { useCounter, useStore } from '../parts/store-context.ts'
import css from './dialogs.module.css'
import { DoctorField } from './doctor-field.tsx'
import { DialogButton, Frame } from './frame.tsx'
import own from './rx-ways.module.css'

const fields = [
  ['number', '处方号'],
  ['hospital', '开方医院'],
] as const

const KeptRx = late(() => import('./rx-kept.tsx'), { show: () => <p className={css.meaning}>正在打开…</p> })

const CirculatedRx = late(() => import('./rx-circulated.tsx'), {
  show: () => <p className={css.meaning}>查询可用处方…</p>,
})

const tabs = [
  ['circulated', '流转处方'],
  ['kept', '本店处方'],
  ['typed', '手工登记'],
] as const

/**
 * 处方 (ux 1.3): those that the centre has for this customer, where the area has the circulation; those that the store
 * keeps of this customer with a pharmacist's review, and, where the area asks for none, number, hospital and doctor
 * typed as they stand on the paper.
 */
export const PrescriptionDialog = () => {
  const { dispatch } = useStore()
  const { prescription, area, person, rxToSell, rxWaiting, log } = useCounter()
  const required = area?.rxReviewRequired ?? false
  const circulation = area?.circulation ?? false
  const shown = tabs.filter(([key]) => (key === 'typed' ? !required : key === 'kept' || circulation))
  // Who was told what became of his prescription comes for it, with F6 as he was told.
  const told = log.some(
    ({ key, values }) => key.startsWith('rx.') && key !== 'rx.sell' && values.name === person?.maskedName,
  )
  const [tab, setTab] = useState<(typeof tabs)[number][0]>(() => {
    if (rxToSell || prescription?.id || rxWaiting.length || told) return 'kept'
    // Who has shown his e-voucher can show it once more.
    if (circulation && person?.medium === 'eVoucher') return 'circulated'
    return required ? 'kept' : 'typed'
  })
  const switcher = shown.length > 1 && (
    <div className={own.tabs}>
      {shown.map(([key, title]) => (
        <button key={key} type="button" aria-pressed={tab === key} onClick={() => setTab(key)}>
          {title}
        </button>
      ))}
    </div>
  )
  const typed = tab === 'typed'
  return (
    <Frame title={typed ? '外配处方' : '处方'} wide={!typed} onClose={() => dispatch({ type: 'closeDialog' })}>
      {switcher}
      {typed ? (
        <TypedRx />
      ) : (
        <>
          {prescription?.id && (
            <p className={css.meaning}>
              已选用 {prescription.number}
              <Unlink />
            </p>
          )}
          {tab === 'circulated' ? <CirculatedRx onKept={() => setTab('kept')} /> : <KeptRx />}
        </>
      )}
    </Frame>
  )
}

const Unlink = () => {
  const { dispatch } = useStore()
  return (
    <DialogButton onClick={() => dispatch({ type: 'setPrescription', prescription: undefined })}>取消关联</DialogButton>
  )
}

/** The outside prescription of this purchase as it is typed in. Checked by the shared fields. */
const TypedRx = () => {
  const { dispatch } = useStore()
  const { prescription } = useCounter()
  const [values, setValues] = useState(() => {
    const { number = '', hospital = '', doctor = '' } = prescription?.id ? {} : { ...prescription }
    return { number, hospital, doctor }
  })
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  // The next key goes where something is missing.
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [wrong])
  const close = () => dispatch({ type: 'closeDialog' })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    // Not while one types: a name may have a space within, and an input method composes in the field.
    const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]))
    const checked = outsidePrescription.safeParse(trimmed)
    if (checked.success) return dispatch({ type: 'setPrescription', prescription: checked.data })
    setWrong(Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0]), message])))
  }
  return (
    <>
      <form ref={form} onSubmit={submit}>
        {fields.map(([name, title], i) => (
          <label key={name} className={css.field}>
            <span>{title}</span>
            <input
              // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that the person opened
              autoFocus={i === 0}
              data-first={i === 0 || undefined}
              autoComplete="off"
              value={values[name]}
              aria-invalid={wrong[name] !== undefined}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
            <small role="alert">{wrong[name] ?? ' '}</small>
          </label>
        ))}
        <DoctorField
          value={values.doctor}
          problem={wrong.doctor}
          onChange={(doctor) => setValues({ ...values, doctor })}
        />
        {/* Enter in a field sends the form although its buttons stand outside of it. */}
        <input type="submit" hidden />
      </form>
      <div className={css.buttons}>
        <DialogButton onClick={close}>取消</DialogButton>
        {prescription && <Unlink />}
        <DialogButton primary onClick={() => submit()}>
          关联处方
        </DialogButton>
      </div>
    </>
  )
}
