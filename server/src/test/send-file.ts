import type { Call } from '@yibao/shared/call.ts'
import type { Client, TestServer } from './kit.ts'

interface Sent {
  fields?: Record<string, unknown>
  name: string
  bytes: Uint8Array
}

/** Uploads a file as a page does: multipart, the fields before the file. Gives the whole answer. */
export const sendFile = async <Answer = ReturnType<typeof JSON.parse>>(
  { app }: Pick<TestServer, 'app'>,
  { token }: Pick<Client, 'token'>,
  { path }: Pick<Call, 'path'>,
  { fields = {}, name, bytes }: Sent,
): Promise<Answer> => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.append(field, String(value))
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const request = new Request('http://x', { method: 'POST', body: form })
  const answer = await app.inject({
    method: 'POST',
    url: `/prod-api${path}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return answer.json() as Answer
}
