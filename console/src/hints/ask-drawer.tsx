import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { Button, Form } from 'antd'
import { type ReactNode, useState } from 'react'
import { callServer } from '../api/index.ts'
import { Drawer, FormField, type FormInputs, metaAt, useWork, whileRunning } from '../kit/index.ts'
import styles from './hints.module.css'

interface Props<C extends Call> {
  title: string
  /** What to put in and what comes of it. */
  intro?: string
  call: C
  fields: readonly (keyof InputOf<C> & string)[]
  inputs?: FormInputs
  /** What the fields hold at first. */
  initial?: Partial<InputOf<C>>
  /** Sent beside them. */
  fixed?: Partial<InputOf<C>>
  /** Verb of the button. */
  action: string
  /** px; a drawer that wide has its short fields beside one another. */
  width?: number
  onClose: () => void
  /** What the answer looks like. */
  children: (result: ResultOf<C>) => ReactNode
}

/** px */
const usual = 640

/** A question that is asked again and again beside its answers: the library's test and the full text's. */
export const AskDrawer = <C extends Call>({
  title,
  intro,
  call,
  fields,
  inputs = {},
  initial,
  fixed,
  action,
  width = usual,
  onClose,
  children,
}: Props<C>) => {
  const [result, setResult] = useState<ResultOf<C>>()
  const [running, work] = useWork()
  const ask = (values: InputOf<C>) =>
    work(async () => setResult(await callServer(call, { ...fixed, ...(values as object) } as InputOf<C>)))
  return (
    <Drawer open size={Math.min(width, innerWidth)} title={title} onClose={onClose}>
      <Form
        layout="vertical"
        className={width > usual ? styles.beside : undefined}
        requiredMark={false}
        initialValues={initial as Record<string, unknown>}
        onFinish={(values: InputOf<C>) => void ask(values)}
      >
        {intro && <p>{intro}</p>}
        {fields.map((name, i) => (
          <div key={name} className={metaAt(call.input.shape, name).kind === 'list' ? styles.rows : undefined}>
            <FormField shape={call.input.shape} name={name} autoFocus={i === 0} input={inputs[name]} />
          </div>
        ))}
        <Button type="primary" htmlType="submit" {...whileRunning(running)}>
          {action}
        </Button>
      </Form>
      <div aria-live="polite" style={{ marginTop: 24 }}>
        {result !== undefined && children(result)}
      </div>
    </Drawer>
  )
}
