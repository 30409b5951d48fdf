import { expect, test } from 'vitest'
import { issueWords } from './driver/words.ts'
import { erpDraft } from './erp.ts'
import { isVerb, type Verb, verbRow, verbs } from './verbs.ts'

const names = Object.keys(verbs) as Verb[]

test('every route belongs to one verb', () => {
  const routes = names.map((verb) => `${verbRow(verb).method} ${verbRow(verb).path}`)
  expect(new Set(routes).size).toBe(routes.length)
})

test.each(names)('%s declares what its guard class needs', (verb) => {
  const row = verbRow(verb)
  expect(row.guard === 'api').toBe(row.who.length > 0)
  if (row.guard === 'open') expect(row.method).toBe('GET')
  // A ticket is bound to the browser's key, which only a proof shows.
  if (row.actionTicket) expect(row).toMatchObject({ proof: true, who: ['operator'] })
  if (row.body === 'pdf') expect(row.httpOnly).toBe(true)
})

test('without login: state and binding, drivers, printers and their settings, test page, masked test read, and nothing else', () => {
  expect(names.filter((verb) => verbRow(verb).who.includes('setup'))).toEqual([
    'session.wsTicket',
    'session.close',
    'agent.state',
    'agent.enrol',
    'driver.list',
    'driver.repair',
    'card.test',
    'printer.list',
    'printer.settings',
    'printer.configure',
    'print.test',
    'print.get',
  ])
})

test('a native ERP sends and reads frames, and nothing else', () => {
  expect(names.filter((verb) => verbRow(verb).who.includes('erp'))).toEqual(['erp.send', 'erp.list'])
})

test('what the server may ask for always needs its ticket', () => {
  for (const verb of ['card.read', 'card.pin.verify', 'card.pin.change', 'dll.call'] as const)
    expect(verbRow(verb).actionTicket).toBeDefined()
  expect(isVerb('constructor')).toBe(false)
})

const bill = {
  id: 'f1',
  type: 'bill',
  billNo: 'B1',
  revision: 1,
  body: {
    lines: [{ ownCode: '1001', name: '阿莫西林胶囊', quantity: '2', price: '12.345678', amount: '24.69' }],
    total: '24.69',
    operator: '01',
  },
}

test('a bill is checked to its last line', () => {
  expect(erpDraft.safeParse(bill).success).toBe(true)
  const line = bill.body.lines[0]!
  const broken: unknown[] = [
    { ...bill, type: 'other' },
    { ...bill, revision: -1 },
    { ...bill, extra: 1 },
    { ...bill, body: { ...bill.body, lines: [] } },
    { ...bill, body: { ...bill.body, total: '24.690' } },
    { ...bill, body: { ...bill.body, total: 24.69 } },
    { ...bill, body: { ...bill.body, lines: [{ ...line, price: '1.2345678' }] } },
    { ...bill, body: { ...bill.body, lines: [{ ...line, quantity: '1e3' }] } },
    { ...bill, type: 'result' },
  ]
  expect(broken.filter((one) => erpDraft.safeParse(one).success)).toEqual([])
})

test('a bill may say how its goods are taken and what its herbs are, in no other words', () => {
  const line = bill.body.lines[0]!
  const says = (herbs: unknown, dosage: unknown) =>
    erpDraft.safeParse({ ...bill, body: { ...bill.body, herbs, lines: [{ ...line, dosage }] } }).success
  expect(says({ use: '1', doses: 7 }, { dose: '1片', frequency: '每日三次', way: '口服', days: 7 })).toBe(true)
  expect(says({ use: '2' }, {})).toBe(true)
  for (const herbs of [{ use: '3' }, { use: '1', doses: 0 }, { use: '1', doses: 7.5 }, { doses: 7 }])
    expect(says(herbs, undefined), JSON.stringify(herbs)).toBe(false)
  for (const dosage of [{ days: 100 }, { days: '7' }, { dose: '' }, { usage: '口服' }])
    expect(says(undefined, dosage), JSON.stringify(dosage)).toBe(false)
})

test('the codes of a bill: 20 digits, one for a pack at most, each once in the whole bill', () => {
  const line = bill.body.lines[0]!
  const codes = ['81900010000000000001', '81900010000000000002', '81900010000000000003'] as const
  const wordsOf = (...lines: object[]) => {
    const parsed = erpDraft.safeParse({ ...bill, body: { ...bill.body, lines } })
    return parsed.success ? '' : issueWords(parsed.error.issues[0]!, [], '消息')
  }
  const of = (traceCodes: readonly string[], quantity = '2') => ({ ...line, quantity, traceCodes })
  expect(wordsOf(of([codes[0], codes[1]]), of([codes[2]], '0.5'), line, of([]))).toBe('')
  expect(wordsOf(of(['8190001000000000000']))).toBe('body.lines[0].traceCodes[0]：追溯码须为 20 位数字')
  expect(wordsOf(line, of(codes))).toBe('body.lines[1].traceCodes：追溯码多于数量，一盒只有一个')
  expect(wordsOf(of([codes[0]]), of([codes[1], codes[0]]))).toBe(
    'body.lines[1].traceCodes[1]：同一个追溯码在销售单中出现了两次',
  )
  expect(wordsOf({ ...line, quantity: '-2' })).toContain('不能为负')
})
