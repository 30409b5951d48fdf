import type { ConfirmButton } from '@yibao/shared/envelope.ts'

interface DeviceQuestion {
  /** card.read, card.pin.verify, card.pin.change or dll.call. */
  action: string
  title: string
  args: Record<string, unknown>
  /** Media of which the console itself may give the code, `{medium, code}`, without an agent (DESIGN 6). */
  codeOf?: readonly string[]
}

export interface DeviceAnswer {
  ok: boolean
  /** The verb's result, parsed; for ok false {code, message, hint}. */
  result: Record<string, unknown>
  /** false for a scanned or typed code, which no agent signs, and for what no device did. */
  signed: boolean
}

export interface Asking {
  /** Nobody stands at a counter: what he had to show there was asked for when the call was kept. */
  absent?: true
  /** The counter's answer to a verb; asks for it first. Throws the question until the repeated request brings the answer. */
  device: (question: DeviceQuestion) => Promise<DeviceAnswer>
  /** The value of the button the person chose; asks first. */
  decision: (question: { title: string; tips: string; buttons: ConfirmButton[] }) => Promise<string>
}
