import { dictionary } from '@yibao/shared/calls/base.ts'
import type { FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import { callServer } from '../../api/index.ts'
import { metaAt, type Shape } from '../fields.ts'

/**
 * Begins what must be chosen from a dictionary, among these fields, with its default (设为默认). It is read when the form
 * opens, so that it is the one of now; what was chosen before the answer stays, and without one nothing is chosen.
 */
export const useDefaults = (form: FormInstance, shape: Shape, empty: (name: string) => boolean): void => {
  const [open] = useState(() =>
    Object.keys(shape)
      .map((name) => ({ name, ...metaAt(shape, name) }))
      .filter(({ name, kind, optional }) => kind === 'dict' && !optional && empty(name)),
  )
  useEffect(() => {
    if (!open.length) return
    let gone = false
    const fill = async () => {
      const codeTypes = [...new Set(open.map(({ codeType }) => codeType!))]
      const dicts = await callServer(dictionary.map, { codeTypes }, { silent: true }).catch(() => [])
      for (const { name, codeType, unchosen } of open) {
        const codes = dicts.find((dict) => dict.codeType === codeType)?.codes
        const chosen = codes?.find(({ value, isDefault }) => isDefault && !unchosen?.includes(value))
        // Nobody has filled it in: a form with nothing else in it closes without a question.
        if (chosen && !gone && !form.isFieldTouched(name))
          form.setFields([{ name, value: chosen.value, touched: false }])
      }
    }
    void fill()
    return () => {
      gone = true
    }
  }, [form, open])
}
