import type { InputOf } from '@yibao/shared/call.ts'
import { rx } from '@yibao/shared/calls/prescription.ts'
import { rxForm, rxLineForm } from '@yibao/shared/entities/prescription.ts'
import { data, text } from '@yibao/shared/field.ts'
import { omit } from '@yibao/shared/omit.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { callServer, upload } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import type { RxStart } from '../counter/ports.ts'
import { type Dialogs, fileInput, late, problemOf } from '../kit/index.ts'
import type { TypedLine } from './lines-input.tsx'

const LinesInput = late(() => import('./lines-input.tsx'))

/** Without what is empty and what only the form knows. */
const sent = (line: TypedLine) =>
  Object.fromEntries(Object.entries(omit(line, 'goods')).filter(([, value]) => value !== '' && value !== undefined))

const problemIn = (lines: readonly object[]): string | undefined => {
  for (const [i, line] of lines.entries()) {
    const { ownCode, limit } = line as Partial<TypedLine>
    if (ownCode && !limit) return `第 ${i + 1} 种：请按本店单位填写最多可售`
    for (const [key, field] of Object.entries(rxLineForm.shape)) {
      const problem = problemOf(field, (line as Record<string, unknown>)[key])
      if (problem) return `第 ${i + 1} 种：${problem}`
    }
  }
  return undefined
}

const typedOf = async (id: string) => {
  const one = await callServer(rx.get, { id })
  const lines = one.lines.map(({ itemName, itemSpec, itemUnit, ...line }) => ({
    ...line,
    goods: itemName ? { name: itemName, spec: itemSpec ?? '', unit: itemUnit ?? '' } : undefined,
  }))
  const names = Object.keys(rxForm) as (keyof typeof rxForm)[]
  const known = one as unknown as Record<string, unknown>
  const values = Object.fromEntries(names.filter((name) => name !== 'certNo').map((name) => [name, known[name]]))
  return { revision: one.revision, values: { ...values, lines } }
}

/** What is sent beside what is typed: which prescription it is, and as whom it was read. */
interface Fixed {
  id?: string | undefined
  /** As which it was last seen: what somebody else has changed since is not written over. */
  revision?: number
  readId?: string
}

/** What a correction begins with, and how its form looks for changes of somebody else when it is sent. */
const correcting = async (id: string, fixed: Fixed) => {
  const { revision, values } = await typedOf(id)
  fixed.revision = revision
  const stored = async () => {
    const now = await typedOf(id)
    const same = now.revision === fixed.revision
    fixed.revision = now.revision
    return same ? undefined : now.values
  }
  return { initial: values, stored }
}

const inputs = { lines: LinesInput, image: fileInput('image/jpeg,image/png,image/webp') }
const check = ({ lines }: Record<string, unknown>) => {
  const problem = problemIn((lines as TypedLine[]).map(sent))
  return problem ? { lines: problem } : undefined
}
/** The paper first, as it lies there: its head, whose it is, what is written on it. */
const head = ['number', 'hospital', 'department', 'doctor', 'prescribedOn', 'validUntil'] as const
const patient = ['name', 'sex', 'age', 'certNo'] as const
const body = ['diagnosis', 'rxType', 'attribute'] as const
const shapeOf = (...names: readonly (keyof typeof rxForm)[]) => ({
  ...Object.fromEntries(names.map((name) => [name, name === 'name' ? text('姓名', { max: 50 }) : rxForm[name]])),
  lines: data('处方药品'),
  image: data('处方照片（选填）'),
})
const fresh = () => ({ prescribedOn: formatDay(new Date()), rxType: '1', attribute: '02' })
const form = { wide: true, inputs, check, okText: '提交审核', cancelText: '不提交' } as const

type Saving = Pick<typeof rx, 'save' | 'image'>

/** Sends the form and then its picture: a picture that was refused can be sent again, what was typed is kept. */
const submitOf =
  ({ save, image: pictures }: Saving, fixed: Fixed, done: (saved: Saved) => void) =>
  async ({ image, lines, ...values }: Record<string, unknown>) => {
    const typed = { ...values, ...fixed, lines: (lines as TypedLine[]).map(sent) }
    const saved = await callServer(save, typed as InputOf<typeof rx.save>)
    // Pressed again after its picture was refused, it is the same prescription that is saved.
    fixed.id = saved.id
    fixed.revision = saved.revision
    if (image instanceof File) await upload(pictures, { id: saved.id }, image)
    done(saved)
  }

interface Named {
  id: string
  number: string
}

interface Saved extends Named {
  revision: number
}

/** Types a paper prescription in, or corrects one: from then on it waits for the pharmacist. */
export const enterRx = async (dialogs: Dialogs, id?: string): Promise<void> => {
  const fixed: Fixed = { id }
  await dialogs.form({
    ...form,
    title: id ? '修改处方' : '录入处方',
    shape: shapeOf(...head, ...patient, ...body),
    ...(id ? await correcting(id, fixed) : { initial: { ...fresh(), lines: [{ name: '', quantity: '1' }] } }),
    intro: id ? '修改后重新提交药师审核。证件号码不改时留空。' : '按纸质处方录入，提交后由药师审核。',
    submit: submitOf(rx, fixed, () => ui().success('处方已提交，待药师审核')),
  })
}

/** The same at the counter, for the customer who was read and with the prescription drugs of the basket. */
export const enterAtCounter = async (
  dialogs: Dialogs,
  { id, readId, maskedName, lines }: RxStart,
): Promise<Named | undefined> => {
  let saved: Named | undefined
  const typed = lines.map(({ item: { ownCode, name, spec, unit }, quantity }) => ({
    ...{ name, spec, quantity, unit, ownCode, limit: quantity },
    goods: { name, spec, unit },
  }))
  const calls = { save: rx.counterSave, image: rx.counterImage } as unknown as Saving
  const fixed: Fixed = { id, readId }
  const goods = typed.length ? typed : [{ name: '', quantity: '1' }]
  await dialogs.form({
    ...form,
    title: `${id ? '修改' : '录入'} ${maskedName} 的处方`,
    shape: shapeOf(...head, ...body),
    ...(id ? await correcting(id, fixed) : { initial: { ...fresh(), lines: goods } }),
    intro: '按纸质处方录入，提交后由药师审核；通过后点「处方」选用。',
    submit: submitOf(calls, fixed, (one) => {
      saved = { id: one.id, number: one.number }
    }),
  })
  return saved
}
