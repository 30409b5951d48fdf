import { expect, test } from 'vitest'
import { erpDraft } from './erp.ts'
import { cloudActions, isVerb, type Verb, verbRow, verbs } from './verbs.ts'

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
  for (const verb of cloudActions) expect(verbRow(verb).actionTicket).toBeDefined()
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
