import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

interface Posted {
  status: number
  text: string
  /** From the first byte sent to the last one received. */
  ms: number
}

/** One POST on a kept connection, as a browser sends it. */
export const post = (url: string, headers: Record<string, string>, body: string): Promise<Posted> =>
  new Promise((resolve, reject) => {
    const begin = performance.now()
    const outgoing = request(
      url,
      { method: 'POST', agent, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const ms = performance.now() - begin
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8'), ms })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })

export const closePosts = (): void => agent.destroy()
