import type { ResultOf } from '@yibao/shared/call.ts'
import { sale } from '@yibao/shared/calls/sale.ts'
import { traceCodeForm } from '@yibao/shared/trace-code.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { callServer } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import type { Dialogs, InputProps } from '../../../kit/index.ts'
import { scanned } from './codes.ts'

type Line = ResultOf<typeof sale.detail>['lines'][number]
type Form = Parameters<Dialogs['form']>[0]

/** Takes codes from a scanner, which ends them with Enter or Tab, or from a hand; tells how many are still to come. */
const traceInput = (packs: number) =>
  function TraceInput({ id, value, onChange, autoFocus }: InputProps) {
    const codes = (value ?? []) as string[]
    const [text, setText] = useState('')
    const [problem, setProblem] = useState<string>()
    const take = () => {
      const result = scanned(codes, text, packs)
      setProblem(result.problem)
      setText('')
      if (result.codes) onChange?.(result.codes)
    }
    const left = packs - codes.length
    return (
      <div>
        <Input
          {...{ id, autoFocus, value: text }}
          autoComplete="off"
          placeholder={left ? `请扫描药盒上的追溯码，还差 ${left} 个` : '追溯码已齐'}
          suffix={
            <b aria-live="polite">
              {codes.length}/{packs}
            </b>
          }
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if ((event.key !== 'Enter' && event.key !== 'Tab') || !text || event.nativeEvent.isComposing) return
            event.preventDefault()
            take()
          }}
          onBlur={() => text && take()}
        />
        <p style={{ minHeight: 22, margin: '2px 0 0', color: 'var(--harm)' }} role="alert">
          {problem}
        </p>
        <ul style={{ maxHeight: 190, margin: 0, padding: 0, overflow: 'auto', listStyle: 'none' }}>
          {codes.map((code) => (
            <li key={code} style={{ display: 'flex', justifyContent: 'space-between' }}>
              <code>{code}</code>
              <Button
                type="link"
                size="small"
                aria-label={`移除 ${code}`}
                onClick={() => onChange?.(codes.filter((one) => one !== code))}
              >
                移除
              </Button>
            </li>
          ))}
        </ul>
      </div>
    )
  }

/** The form of a line that is not at the centre: codes for all its packs or for none, and their batch. */
export const traceForm = (orderId: string, line: Line): Form => {
  const { no, name, spec, quantity, unit, packs, lot, madeOn, expiresOn, traceCodes } = line
  const { traceCodes: codes, lot: lotField, madeOn: made, expiresOn: expires } = sale.saveTrace.input.shape
  return {
    title: `补录 ${name} ${spec}`,
    shape: { traceCodes: codes, lot: lotField, madeOn: made, expiresOn: expires },
    initial: { traceCodes, lot, madeOn, expiresOn },
    intro: `第 ${no} 行，${quantity} ${unit}。每盒扫一个追溯码；没有追溯码的药品不用扫。保存后稍候自动上传，也可以按「上传」。`,
    inputs: { traceCodes: traceInput(packs) },
    check: ({ traceCodes: now }) => {
      const all = now as string[]
      const wrong = all.find((code) => !traceCodeForm.test(code))
      if (wrong) return { traceCodes: `${wrong} 不是 20 位的追溯码，请移除后重新扫描` }
      const { length } = all
      return length && length !== packs ? { traceCodes: `需要 ${packs} 个追溯码，现有 ${length} 个` } : undefined
    },
    okText: '保存',
    cancelText: '不保存',
    submit: async (values) => {
      await callServer(sale.saveTrace, { orderId, no, ...values } as Parameters<
        typeof callServer<typeof sale.saveTrace>
      >[1])
      ui().success('已保存，稍候自动上传；要马上传，按「上传」')
    },
  }
}
