import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { unavailable } from './unavailable.ts'

test('a call is answered by an envelope, a person by a page that asks again by itself', async () => {
  const server = createServer(unavailable).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((done) => server.once('listening', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/swiping-card?x=1`
  const ask = async (accept: string) => {
    const answer = await fetch(url, { headers: { accept } })
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  const call = await ask('application/json, text/plain, */*')
  expect([call.status, call.type, JSON.parse(call.text).statusCode]).toEqual([
    503,
    'application/json; charset=utf-8',
    503,
  ])
  const opened = await ask('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
  expect([opened.status, opened.type]).toEqual([503, 'text/html; charset=utf-8'])
  expect(opened.text).toContain('<h1>系统正在启动</h1>')
  expect(opened.text).toContain('http-equiv="refresh"')
})
