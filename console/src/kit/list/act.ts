import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { Wanted } from '@yibao/shared/permission.ts'
import type { ReactNode } from 'react'
import { callServer, refusedInView, sendsOnce } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import type { ConfirmOptions } from '../dialog-kinds.ts'
import { pickShape } from '../fields.ts'
import type { FormInputs } from '../form/input-props.ts'
import { shownArea, subjectOf } from './subject.ts'
import type { Action, Tools } from './types.ts'

type From<T, V> = V | ((target: T, tools: Tools) => V)
const from = <T, V>(value: From<T, V>, target: T, tools: Tools): V =>
  typeof value === 'function' ? (value as (target: T, tools: Tools) => V)(target, tools) : value

interface Form<T, C extends Call> {
  title?: From<T, string>
  /** Fields of the call's input, in order. */
  fields: readonly (keyof InputOf<C> & string)[]
  /** The call whose fields they are instead: an edit that may send a part asks for all that adding asks for. */
  like?: Call
  /** What they hold at first; may be read from the server. */
  initial?: (target: T, tools: Tools) => Record<string, unknown> | Promise<Record<string, unknown>>
  intro?: From<T, ReactNode | Promise<ReactNode>>
  okText?: string
  cancelText?: string
  /** A drawer of half the window instead of a dialog. */
  wide?: boolean
  /** Inputs that a field's kind does not tell: a tree of stores, a list of roles. */
  inputs?: From<T, FormInputs | undefined>
  /** Fields that are asked for under other answers only. */
  asked?: Record<string, (values: Record<string, unknown>) => boolean>
  /** Problems between fields, by field. */
  check?: (values: Record<string, unknown>) => Record<string, string> | undefined
}

type Question = Omit<ConfirmOptions, 'okText' | 'cancelText'> & Partial<ConfirmOptions>

interface CallAction<T, C extends Call> extends Omit<Action<T>, 'run'> {
  call: C
  /** Sent always, under what the form gives; the area that the list shows goes by itself, where the call takes one. */
  input?: (target: T) => Partial<InputOf<C>>
  /** Asked before anything is sent. */
  confirm?: (target: T, tools: Tools) => Question | Promise<Question>
  /** Filled in before it is sent. */
  form?: Form<T, C>
  /** Title of the progress that the call's answer names (a call with `progress`): shown to its end. */
  progress?: string
  /** Ends the work after the part it is at, where that can be asked for. */
  stop?: (result: ResultOf<C>) => Promise<unknown>
  /** Said when it is done. */
  done?: string
  /** After it is done: shows an initial password, goes to a page. */
  after?: (result: ResultOf<C>, target: T, tools: Tools) => unknown
}

/** A right that a call asks for. */
interface Asked extends Wanted {
  of: Call
}

/** Who may run a call: its own menus and button (DESIGN 5). An action that needs it is refused in a view as its call is. */
export const needOf = (call: Call): readonly Asked[] | undefined =>
  call.menu === undefined
    ? undefined
    : [call.menu].flat().map((menuCode) => ({ menuCode, buttonCode: call.button, of: call }))

/** Whether an action leads to a call that a view would be refused: said before anything is filled in for it. */
export const leadsNowhere = ({ need = [] }: Pick<Action<never>, 'need'>): boolean =>
  [need].flat().some((wanted) => 'of' in wanted && refusedInView(wanted.of as Call))

/**
 * An action that is one call: its permission is the call's, its form the call's fields, its question and its word of
 * success are texts.
 */
export const act = <T, C extends Call>(spec: CallAction<T, C>): Action<T> => {
  const { call, input, confirm, form, progress, stop, done, after, ...action } = spec
  const send = (target: T, tools: Tools, values: Partial<InputOf<C>>, once = sendsOnce()) => {
    const sent = {
      ...('medicalAreaCode' in call.input.shape && shownArea(tools)),
      ...input?.(target),
      ...values,
    } as InputOf<C>
    if (!call.idempotent) return callServer(call, sent, {})
    return once(sent as object, (idempotencyKey) => callServer(call, sent, { idempotencyKey }))
  }
  const finish = async (result: ResultOf<C>, target: T, tools: Tools) => {
    if (progress) {
      const { progressId } = result as { progressId: string }
      await tools.dialogs.progress({ title: progress, progressId, ...(stop && { stop: () => stop(result) }) })
    }
    if (done) ui().success(done)
    await after?.(result, target, tools)
  }
  const run = async (target: T, tools: Tools) => {
    const { dialogs } = tools
    if (refusedInView(call)) return
    if (confirm) {
      const asked = await confirm(target, tools)
      // Beside 开始同步 stands 不同步.
      const verb = asked.okText?.startsWith('开始') ? asked.okText.slice(2) : spec.text
      const ask = { okText: spec.text, cancelText: `不${verb}`, danger: spec.danger, ...asked }
      if (!(await dialogs.confirm(ask))) return
    }
    if (form) {
      const {
        title,
        fields,
        like = call,
        initial,
        intro,
        inputs,
        okText = '保存',
        cancelText = '不保存',
        ...rest
      } = form
      let result: ResultOf<C> | undefined
      const once = sendsOnce()
      // One above the list is about what the list shows; a row says itself what it is about.
      const about = Object.entries(Array.isArray(target) ? subjectOf(tools) : {})
      const narrowed = Object.fromEntries(about.filter(([name]) => (fields as readonly string[]).includes(name)))
      const sent = await dialogs.form({
        ...rest,
        title: title === undefined ? spec.text : from(title, target, tools),
        inputs: from(inputs, target, tools),
        shape: pickShape(like.input.shape, fields),
        initial: { ...(await initial?.(target, tools)), ...narrowed },
        stored: async () => {
          const row = await tools.again?.(target)
          return row === null ? row : row && initial?.(row as T, tools)
        },
        intro: await from(intro, target, tools),
        okText,
        cancelText,
        danger: spec.danger,
        submit: async (values) => {
          result = await send(target, tools, values as Partial<InputOf<C>>, once)
        },
      })
      if (!sent) return
      // What takes long is followed where the form stood, not over it.
      await finish(result as ResultOf<C>, target, tools)
    } else await finish(await send(target, tools, {}), target, tools)
  }
  return { ...action, need: spec.need ?? needOf(call), run }
}
