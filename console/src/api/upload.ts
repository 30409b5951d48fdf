import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { envelopeOf, unwrap } from './answer.ts'
import { countChange } from './changes.ts'
import { type CallOptions, wireOf } from './request.ts'
import { send } from './transport.ts'

/** Sends one file with the fields of an upload call; answers its result, or throws as callServer does. */
export const upload = async <C extends Call>(
  call: C,
  input: InputOf<C>,
  file: File,
  { silent, signal, ...options }: CallOptions = {},
): Promise<ResultOf<C>> => {
  countChange(call)
  const wire = wireOf(call, input as Record<string, unknown>, options)
  const form = new FormData()
  for (const [name, value] of Object.entries((wire.data ?? {}) as Record<string, unknown>))
    form.append(name, String(value))
  // Last: the fields have arrived before the bytes, so a refusal need not wait for them.
  form.append('file', file)
  const { data } = await send({ ...wire, data: form }, { silent, signal })
  return unwrap(envelopeOf(data, wire.url, silent), { silent }) as ResultOf<C>
}
