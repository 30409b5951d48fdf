import type { ResultOf } from '@yibao/shared/call.ts'
import type { doctor } from '@yibao/shared/calls/staff.ts'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { usePorts } from '../ports.ts'
import css from './doctor-field.module.css'

type Doctor = ResultOf<typeof doctor.storeDoctors>[number]

// medins_psn_type: who may prescribe stands before who may review; nurses and technicians are no choice.
const kinds = ['1', '3']

/** The store's doctors and pharmacists of today, read when the dialog opens; `none` says why there are none. */
const useDoctors = (): { doctors: Doctor[]; none: string } => {
  const { callServer, me } = usePorts()
  const [doctors, setDoctors] = useState<Doctor[] | 'unread'>()
  useEffect(() => {
    let gone = false
    // The call's own code comes with the dialog too: the counter opens without it.
    const ask = async (id: string) => {
      const { doctor } = await import('@yibao/shared/calls/staff.ts')
      return callServer(doctor.storeDoctors, { id }, { silent: true })
    }
    // Whoever is to be named can be typed: that they could not be read stops nobody.
    const asked = me.storeId ? ask(me.storeId).catch(() => 'unread' as const) : Promise.resolve([])
    void asked.then((all) => gone || setDoctors(all))
    return () => {
      gone = true
    }
  }, [callServer, me.storeId])
  if (doctors === undefined) return { doctors: [], none: '正在读取本店人员…' }
  if (doctors === 'unread') return { doctors: [], none: '没有读到本店人员，请填写姓名' }
  const known = kinds.flatMap((kind) => doctors.filter(({ category }) => category === kind))
  const none = known.length ? '本店没有这位人员，按填写的姓名关联' : '本店没有登记医师药师，请填写姓名'
  return { doctors: known, none }
}

/** By a part of the name, by the initials' beginning, or by the national code. */
const matching = (doctors: readonly Doctor[], text: string): Doctor[] => {
  const typed = text.trim().toUpperCase()
  return doctors.filter(
    ({ name, initials, code }) =>
      name.toUpperCase().includes(typed) || initials.startsWith(typed) || (typed.length > 3 && code.startsWith(typed)),
  )
}

interface Props {
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}

/**
 * 开方医生: typed, or one of the store's chosen (ux 1.3). Letters alone are initials, so the first hit is taken by Enter;
 * for a typed name Enter sends the form unless an arrow has chosen somebody. The list keeps its height: what stands
 * below does not move under a finger.
 */
export const DoctorField = ({ value, problem, onChange }: Props) => {
  const { doctors, none } = useDoctors()
  const [active, setActive] = useState(-1)
  const listId = useId()
  const found = matching(doctors, value)
  const chosen = doctors.some(({ name }) => name === value.trim())
  const marked = active < 0 && !chosen && /^[a-z]+$/i.test(value) ? 0 : active

  const choose = ({ name }: Doctor) => {
    onChange(name)
    setActive(-1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const hit = found[marked]
    if (event.key === 'Enter' && hit) choose(hit)
    else if (event.key === 'ArrowDown') setActive(Math.min(found.length - 1, marked + 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(-1, marked - 1))
    else return
    event.preventDefault()
  }

  return (
    <div className={css.doctor}>
      <label className={css.field}>
        <span>开方医生</span>
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={found[marked] && `${listId}-${marked}`}
          aria-invalid={problem !== undefined}
          autoComplete="off"
          placeholder="姓名，或本店人员的首字母"
          value={value}
          onChange={(event) => {
            onChange(event.target.value)
            setActive(-1)
          }}
          onKeyDown={onKeyDown}
        />
        <small role="alert">{problem ?? ' '}</small>
      </label>
      <div className={css.list} role="listbox" id={listId} aria-label="本店医师药师">
        {found.length === 0 && <p>{none}</p>}
        {found.map((one, i) => (
          <button
            key={one.id}
            ref={i === marked ? (button) => button?.scrollIntoView({ block: 'nearest' }) : undefined}
            id={`${listId}-${i}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={i === marked}
            onClick={() => choose(one)}
          >
            <b>{one.name}</b>
            <small>{[one.title, one.code].filter(Boolean).join(' · ')}</small>
          </button>
        ))}
      </div>
    </div>
  )
}
