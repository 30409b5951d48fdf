import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** the error's code, '' when there is no error body */
  code: string
}

/** A request with exactly these headers (fetch would add its own fetch metadata and never another Host). */
export const raw = (
  port: number,
  method: string,
  path: string,
  headers: Record<string, string | undefined> = {},
  body?: string | Buffer,
) =>
  new Promise<RawAnswer>((resolve, reject) => {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers: given }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => {
        let code = ''
        try {
          code = JSON.parse(text).code ?? ''
        } catch {
          // not an error body
        }
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, code })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
