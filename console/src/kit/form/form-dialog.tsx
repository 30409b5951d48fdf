import { Form } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { CallError } from '../../api/index.ts'
import { useUnsaved } from '../../state/tab.tsx'
import type { Shape } from '../fields.ts'
import { focusIfLost } from '../focus-back.tsx'
import { useWork } from '../use-work.ts'
import { encoded } from './encoded.ts'
import { FormField } from './form-field.tsx'
import { FormFrame } from './form-frame.tsx'
import type { FormInputs } from './input-props.ts'
import { mayDrop } from './leave.ts'
import { mergedEdit } from './merge.ts'
import { nextField } from './next-field.ts'
import { useDefaults } from './use-defaults.ts'

type Values = Record<string, unknown>

export interface FormDialogProps {
  title: string
  /** Fields to fill in, in order; titles, limits and texts come from them. */
  shape: Shape
  initial?: Values
  /** What the person should know before: amounts, consequences. */
  intro?: ReactNode
  okText: string
  /** What stays when the person walks away: 不撤销, not 取消. */
  cancelText: string
  danger?: boolean
  /** A drawer of 50 % instead of a dialog of 30 % (SPEC 2). */
  wide?: boolean
  inputs?: FormInputs
  /** Fields that are asked for under other answers only, where they are not optional any more: areas of the scope 区划. */
  asked?: Record<string, (values: Values) => boolean>
  /** Problems between fields, by field: two passwords that differ. */
  check?: (values: Values) => Record<string, string> | undefined
  /** False: it was not gone through with, a question behind it was answered by no; what was filled in stays. */
  submit: (values: Values) => Promise<unknown>
  /** What `initial` would be now: somebody else may have changed the record since (merge.ts). */
  stored?: Parameters<typeof mergedEdit>[0]['read']
  onClose: (done: boolean) => void
}

/** A form over the fields of a call; the server's own field texts land at their fields (SPEC 2, DESIGN 5). */
export const FormDialog = (props: FormDialogProps) => {
  const {
    title,
    shape,
    initial,
    intro,
    okText,
    cancelText,
    danger,
    wide,
    inputs = {},
    asked,
    check,
    submit,
    stored,
    onClose,
  } = props
  const [form] = Form.useForm()
  const [running, run] = useWork()
  const unsaved = useUnsaved()
  const [now, setNow] = useState<Values>(initial ?? {})
  const names = Object.keys(shape).filter((name) => asked?.[name]?.(now) ?? true)
  useDefaults(form, shape, (name) => !inputs[name] && initial?.[name] === undefined)
  const [merged] = useState(() => mergedEdit({ shape, opened: initial ?? {}, read: async () => stored?.(), okText }))

  // What the server said of a value stands as long as the value does, and goes when it is sent again.
  const refused = useRef<Record<string, { value: unknown; text: string }>>({})
  const problem = (name: string) => (value: unknown) => {
    const said = refused.current[name]
    if (said && said.value === value) return said.text
    return form.isFieldTouched(name) ? check?.({ ...initial, ...form.getFieldsValue() })?.[name] : undefined
  }
  const show = (name: string | undefined) => form.scrollToField(name, { block: 'center', focus: true })
  // What is sent cannot be changed any more, so its fields are disabled, which takes the focus from them: a refusal gives
  // it to the field it is about, else back to who had it.
  const after = useRef<() => void>(undefined)
  useEffect(() => {
    if (!running) after.current?.()
  }, [running])
  const mark = (problems: Record<string, string>) => {
    for (const [name, text] of Object.entries(problems))
      refused.current[name] = { value: form.getFieldValue(name), text }
    form.setFields(Object.entries(problems).map(([name, text]) => ({ name, errors: [text] })))
    return Object.keys(problems)[0]
  }

  // A change of one field may mend or break another (SPEC 5: the new password re-validates its confirmation).
  const [between, setBetween] = useState<string[]>([])
  const onValuesChange = () => {
    unsaved(true)
    const values = { ...initial, ...form.getFieldsValue() }
    if (asked) setNow(values)
    if (!check) return
    const problems = check(values) ?? {}
    const touched = Object.entries(problems).filter(([name]) => form.isFieldTouched(name))
    const mended = between.filter((name) => !problems[name])
    form.setFields([
      ...touched.map(([name, text]) => ({ name, errors: [text] })),
      ...mended.map((name) => ({ name, errors: [] })),
    ])
    setBetween(touched.map(([name]) => name))
  }

  const close = (done: boolean) => {
    unsaved(false)
    onClose(done)
  }

  const send = async () => {
    const { activeElement } = document
    after.current = () => focusIfLost(activeElement)
    // A number under the cursor is committed by leaving its field (antd formats it only then).
    if (activeElement instanceof HTMLInputElement) activeElement.blur()
    refused.current = {}
    const values = await form.validateFields().catch(() => undefined)
    // In a long form the field that is wrong may be out of sight.
    if (!values) return show(names.find((name) => form.getFieldError(name).length > 0))
    const problems = check?.({ ...initial, ...values })
    if (problems) return show(mark(problems))
    // Only what is sent shows as running: a button that turned for an instant keeps its spinner (antd).
    await run(async () => {
      try {
        if ((await submit(await encoded(shape, await merged({ ...initial, ...values })))) === false) return
      } catch (error) {
        if (error instanceof CallError && error.fields) {
          const first = mark(error.fields)
          after.current = () => show(first)
        }
        throw error
      }
      close(true)
    })
  }

  const leave = async () => {
    if (running) return
    if (form.isFieldsTouched() && !(await mayDrop())) return
    close(false)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return
    const moved = nextField(event.currentTarget, event.target)
    if (moved === 'stay') return
    event.preventDefault()
    if (moved === 'end') void send()
  }

  return (
    <FormFrame
      {...{ title, okText, cancelText, danger, wide, running }}
      onOk={() => void send()}
      onCancel={() => void leave()}
    >
      {intro}
      <Form
        form={form}
        layout="vertical"
        initialValues={initial}
        requiredMark={false}
        disabled={running}
        style={{ marginTop: 12 }}
        onKeyDown={onKeyDown}
        onValuesChange={onValuesChange}
      >
        {names.map((name, i) => (
          <FormField
            key={name}
            shape={shape}
            name={name}
            autoFocus={i === 0}
            problem={problem(name)}
            input={inputs[name]}
            needed={asked?.[name] !== undefined}
          />
        ))}
      </Form>
    </FormFrame>
  )
}
