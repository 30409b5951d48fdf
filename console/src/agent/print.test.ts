import type { JobInfo } from '@yibao/shared/agent/entities.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../api/error.ts'

const sent: { path: string; key?: string }[] = []
let answers: (() => { result: JobInfo })[] = []

vi.mock('./run.ts', () => ({
  runVerb: () => Promise.reject(new Error('nothing is asked about a job that has ended')),
  sendToAgent: async ({ path, headers }: { path: string; headers: Record<string, string> }) => {
    sent.push({ path, key: headers['idempotency-key'] })
    return { answer: answers.shift()!() }
  },
}))

const { endOfPrint, printPdf } = await import('./print.ts')
const { deliver } = await import('./news.ts')

beforeEach(() => {
  sent.length = 0
  answers = []
})

const done = () => ({ result: { id: 'slip-1', state: 'done' } })
const refuse = (code: string) => () => {
  throw new CallError(code, { code })
}
const pdf = new Blob(['%PDF-1.4'])
const receipt = vi.fn(async () => [{ kind: 'text' as const, text: '实付 0.01' }])
const options = { idempotencyKey: 'slip-1', documentType: 'slip', receipt }

test('one request prints a page; the receipt is not made', async () => {
  answers = [done]
  expect(await printPdf(pdf, options)).toEqual({ id: 'slip-1', state: 'done' })
  expect([sent.length, receipt.mock.calls.length]).toEqual([1, 0])
})

test('a counter that prints receipts is sent the receipt, as the same document', async () => {
  answers = [refuse('RECEIPT_WANTED'), done]
  expect(await printPdf(pdf, options)).toEqual({ id: 'slip-1', state: 'done' })
  expect(sent.map(({ key }) => key)).toEqual(['slip-1', 'slip-1'])
  expect(sent[1]!.path).not.toBe(sent[0]!.path)
})

test.each([
  ['another refusal', options, 'PRINTER_OFFLINE'],
  ['a document without a receipt', { ...options, receipt: undefined }, 'RECEIPT_WANTED'],
])('%s is told', async (_, given, code) => {
  answers = [refuse(code)]
  await expect(printPdf(pdf, given)).rejects.toMatchObject({ code })
  expect(sent).toHaveLength(1)
})

test('the end of another slip is not the end of this one', async () => {
  vi.useFakeTimers()
  const end = endOfPrint({ id: 'slip-1', state: 'queued' } as JobInfo)
  for (const data of [
    { id: 'slip-2', state: 'done' },
    { id: 'slip-1', state: 'printing' },
    { id: 'slip-1', state: 'unsure' },
  ])
    deliver({ seq: 1, event: 'print.job', data })
  expect(await end).toEqual({ id: 'slip-1', state: 'unsure' })
  vi.useRealTimers()
})
