import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Centre, startCentre } from './centre.ts'

/** The output of an answer, changed in place or given anew. */
type Change = (output: Record<string, unknown>) => unknown

/** A centre whose answers reach us otherwise than it gave them; what it books is untouched. */
export interface OddCentre extends Centre {
  /** From now on every good answer of a transaction is changed. */
  change: (infno: string, change: Change) => void
  /** The same for the files of 9102. */
  changeFile: (change: (file: Buffer) => Uint8Array) => void
  /** Ends all changes. */
  asGiven: () => void
  /** Inputs of a transaction as they were sent. */
  asked: (infno: string) => Record<string, Record<string, unknown>>[]
}

/** Stands in front of a centre. Closing it leaves the centre open. */
export const oddCentre = async (centre: Centre): Promise<OddCentre> => {
  const changes = new Map<string, Change>()
  const heard: { infno: string; input: Record<string, Record<string, unknown>> }[] = []
  let file: ((file: Buffer) => Uint8Array) | undefined
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const asked = /^\s*\{/.test(body.toString('latin1')) ? JSON.parse(body.toString()) : { infno: '9101', input: {} }
    heard.push(asked)
    const url = centre.url + request.url
    const { method } = request
    const sent = { method, headers: headers as Record<string, string>, ...(body.length && { body }) }
    const answer = await fetch(url, sent).catch(() => undefined)
    // Where it hangs up, so do we.
    if (!answer) return void response.destroy()
    let bytes = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? ''
    const change = changes.get(asked.infno)
    const message = change && type.includes('json') ? JSON.parse(bytes.toString()) : undefined
    if (change && Number(message?.infcode) === 0) {
      message.output = change(message.output) ?? message.output
      bytes = Buffer.from(JSON.stringify(message))
    }
    if (file && !type.includes('json')) bytes = Buffer.from(file(bytes))
    response.writeHead(answer.status, { 'content-type': type }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    ...centre,
    url: `http://127.0.0.1:${port}`,
    change: (infno, to) => void changes.set(infno, to),
    changeFile: (to) => {
      file = to
    },
    asGiven: () => {
      changes.clear()
      file = undefined
    },
    asked: (infno) => heard.filter((one) => one.infno === infno).map(({ input }) => input),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A simulator of its own behind such a front; closing it closes both. */
export const openOddCentre = async (): Promise<OddCentre> => {
  const whole = await startCentre()
  const odd = await oddCentre(whole)
  return {
    ...odd,
    close: async () => {
      await odd.close()
      await whole.close()
    },
  }
}
