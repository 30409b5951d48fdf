import type { Call, InputOf } from '@yibao/shared/call.ts'
import { act } from './act.ts'
import type { Action, Tools } from './types.ts'

interface Switch<R, C extends Call> {
  /** What is switched: 角色. */
  noun: string
  /** The one of this row, as a question names it: 「店员」. */
  what: (row: R) => string
  enabled: (row: R) => boolean
  /** Who may be switched at all. */
  may?: (row: R) => boolean
  stop: C
  enable: C
  input: (row: R, enabled: boolean) => Partial<InputOf<C>>
  /** What stopping takes away, for the question before it. */
  loses: (row: R, tools: Tools) => string | Promise<string>
  /** What enabling brings, where that is asked about too. */
  gives?: (row: R, tools: Tools) => string | Promise<string>
}

/** 停用, which asks first, and 启用: the pair that every row which can be stopped has. */
export const switchActions = <R, C extends Call>(spec: Switch<R, C>): Action<R>[] => {
  const { noun, what, enabled, may = () => true, stop, enable, input, loses, gives } = spec
  return [
    act({
      key: 'stop',
      text: '停用',
      danger: true,
      call: stop,
      shown: (row: R) => may(row) && enabled(row),
      input: (row: R) => input(row, false),
      confirm: async (row: R, tools) => ({ title: `停用${what(row)}`, tips: await loses(row, tools) }),
      done: `${noun}已停用`,
    }),
    act({
      key: 'enable',
      text: '启用',
      call: enable,
      shown: (row: R) => may(row) && !enabled(row),
      input: (row: R) => input(row, true),
      ...(gives && {
        confirm: async (row: R, tools: Tools) => ({ title: `启用${what(row)}`, tips: await gives(row, tools) }),
      }),
      done: `${noun}已启用`,
    }),
  ]
}
