import { auth } from '@yibao/shared/calls/auth.ts'
import { callServer } from '../../api/index.ts'
import { encodePasswords } from '../../state/password.ts'
import { metaAt, type Shape } from '../fields.ts'

type Values = Record<string, unknown>

/** Values to send: the password fields among them encoded together, with one stamp (SPEC 5). */
export const encoded = async (shape: Shape, values: Values): Promise<Values> => {
  const names = Object.keys(shape).filter((name) => metaAt(shape, name).kind === 'password' && values[name])
  if (!names.length) return values
  const key = await callServer(auth.publicKey, {})
  const texts = await encodePasswords(
    names.map((name) => String(values[name])),
    key,
  )
  return { ...values, ...Object.fromEntries(names.map((name, i) => [name, texts[i]])) }
}
