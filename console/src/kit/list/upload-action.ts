import type { Call, InputOf } from '@yibao/shared/call.ts'
import { data } from '@yibao/shared/field.ts'
import { upload } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { pickShape } from '../fields.ts'
import { fileInput } from '../form/file-input.tsx'
import type { FormInputs } from '../form/input-props.ts'
import { needOf } from './act.ts'
import type { Action } from './types.ts'

interface UploadAction<C extends Call> {
  key: string
  text: string
  call: C
  /** What the file is, for people: 驱动包（zip）. */
  file: string
  /** As a file input takes it: .zip */
  accept: string
  /** Fields of the call's input beside the file. */
  fields: readonly (keyof InputOf<C> & string)[]
  inputs?: FormInputs
  intro?: string
  done: string
}

/** An action that sends one file whole with a few fields; a refusal names what is wrong with it, the form stays. */
export const uploadAction = <T, C extends Call>(spec: UploadAction<C>): Action<T> => {
  const { key, text, call, file: title, accept, fields, inputs, intro, done } = spec
  return {
    ...{ key, text, primary: true, need: needOf(call) },
    run: async (_, { dialogs }) => {
      await dialogs.form({
        title: text,
        shape: { file: data(title), ...pickShape(call.input.shape, fields) },
        inputs: { ...inputs, file: fileInput(accept) },
        intro,
        okText: '上传',
        cancelText: '不上传',
        check: ({ file }) => (file ? undefined : { file: `请选择${title}` }),
        submit: async ({ file, ...values }) => {
          await upload(call, values as InputOf<C>, file as File)
          ui().success(done)
        },
      })
    },
  }
}
