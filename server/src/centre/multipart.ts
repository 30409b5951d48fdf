import { randomBytes } from 'node:crypto'

interface Multipart {
  contentType: string
  body: Buffer
}

const quoted = (name: string) => name.replace(/["\\\r\n]/g, '_')

/** The two parts of an uploaded file: text `jsonStr` = the whole message, binary `file` (domain.md 1.1). */
export const multipartOf = (message: string, filename: string, file: Uint8Array): Multipart => {
  const boundary = `----centre${randomBytes(16).toString('hex')}`
  const part = (headers: string[]) => `--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`
  const text = part(['Content-Disposition: form-data; name="jsonStr"', 'Content-Type: text/plain; charset=utf-8'])
  const disposition = `Content-Disposition: form-data; name="file"; filename="${quoted(filename)}"`
  const binary = part([disposition, 'Content-Type: application/octet-stream'])
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(`${text}${message}\r\n${binary}`, 'utf8'),
      file,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}
