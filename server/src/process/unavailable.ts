import type { RequestListener } from 'node:http'
import { envelope } from '@yibao/shared/envelope.ts'
import { errors } from '@yibao/shared/errors.ts'

const { status, error } = errors.starting
const notReady = JSON.stringify(
  envelope({ success: false, statusCode: status, resultNotice: { error }, error: { message: error } }),
)
/** What a person reads who opens the console just then: the page asks again by itself, for the same address. */
const page = `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="2">
<title>${error}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.6 sans-serif;margin:20vh 24px;text-align:center}</style>
<h1>${error}</h1>
<p>本页会自动打开，不用刷新。超过 5 分钟仍是这样，请联系管理员。</p>
`

/** While the server starts or is about to end: everybody is asked to come again in a second (DESIGN 4). */
export const unavailable: RequestListener = ({ headers }, reply) => {
  const opens = headers.accept?.includes('text/html')
  const type = opens ? 'text/html' : 'application/json'
  reply.writeHead(503, { 'retry-after': '1', 'content-type': `${type}; charset=utf-8`, connection: 'close' })
  reply.end(opens ? page : notReady)
}
