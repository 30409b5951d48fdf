import { expect, test } from 'vitest'
import { bill, person } from '../../../test/counter/fixtures.ts'
import { firstSettled, play, refusal } from '../../../test/counter/play.ts'
import { draftOf } from './draft.ts'
import type { Person } from './model.ts'

// T15, M16: of many people the counter shows the same masked name and, now and then, the same masked number.

const his = (over: Partial<Person> = {}) => person({ mark: 'm1', ...over })
const namesake = (over: Partial<Person> = {}) => person({ readId: 'r9', name: '张𠮷', mark: 'm9', ...over })
const once = { medium: 'eVoucher', singleUse: true } as const

/** Read first, and then the ERP's bill is taken for him. */
const billed = () => play().read(his()).do({ type: 'bill', bill: bill() }, { type: 'button', id: 'takeErp' })

const askedAnew = {
  'a reading that has expired before F8': () => {
    const p = play().read(his()).fill().do({ type: 'presettle' })
    const { turn, edit } = p.state
    return p.do({ type: 'priceFailed', turn, edit, refusal: refusal('card.gone') })
  },
  'a card that was changed': () => {
    const p = play().read(his()).fill().do({ type: 'presettle' })
    const { turn, edit } = p.state
    return p.do({ type: 'priceFailed', turn, edit, refusal: refusal('card.changed') })
  },
  'the same behind a bill of the ERP': () => {
    const p = billed().do({ type: 'presettle' })
    const { turn, edit } = p.state
    return p.do({ type: 'priceFailed', turn, edit, refusal: refusal('card.gone') })
  },
  'a bill of the window before': () => {
    const draft = JSON.parse(JSON.stringify(draftOf(billed().state, 5)))
    const p = play().do({ type: 'restored', key: 'd', draft })
    return p.do({ type: 'personKept', turn: p.state.turn, person: undefined })
  },
  'a bill that came while he was read anew, his own goods being put away': () => {
    const p = play().read(his()).fill().do({ type: 'presettle' })
    const { turn, edit } = p.state
    p.do({ type: 'priceFailed', turn, edit, refusal: refusal('card.gone') })
    for (const { id } of p.state.lines) p.do({ type: 'removeLine', line: id })
    return p.do({ type: 'read', medium: 'socialCard' }, { type: 'bill', bill: bill() })
  },
  'a basket of the window before': () => {
    const draft = JSON.parse(JSON.stringify(draftOf(play().read(his()).fill().state, 5)))
    const p = play().do({ type: 'restored', key: 'd', draft })
    return p.do({ type: 'personKept', turn: p.state.turn, person: undefined })
  },
  'the second settlement behind a code that counts once': () => firstSettled(his(once)),
  'the same, taken up by the window after': () => {
    const draft = JSON.parse(JSON.stringify(draftOf(firstSettled(his(once)).state, 5)))
    return play().do({ type: 'restored', key: 'd', draft })
  },
}

test.each(Object.entries(askedAnew))('%s: another one of his masked name is told apart', (_, begin) => {
  const p = begin()
  expect([p.state.person, p.state.expects]).toEqual([undefined, '张*'])
  p.read(namesake())
  expect([p.says, p.state.message?.values, p.state.person]).toEqual([
    'read.differs',
    { name: '张*', other: '另一位 张*' },
    undefined,
  ])
  p.do({ type: 'button', id: 'dropRead' }).read(his({ readId: 'r2' }))
  expect(p.state.person?.readId).toBe('r2')
})

test('a basket that is open with its person is not taken over either', () => {
  const p = play().read(his()).fill().read(namesake())
  expect([p.says, p.state.person?.readId]).toEqual(['person.other', 'r1'])
  p.do({ type: 'button', id: 'replacePerson' })
  expect([p.state.person?.readId, p.state.lines.length]).toEqual(['r9', 3])
  // It is the other one's from then on.
  expect(p.read(his()).says).toBe('person.other')
})

test('nor is an ERP’s bill that came behind his reading', () => {
  const p = billed().read(namesake())
  expect([p.says, p.state.person?.readId, p.state.erp?.billNo]).toEqual(['person.other', 'r1', 'XS001'])
})

test('where one of the two does not say whose he is, names decide as before', () => {
  expect(
    play()
      .read(his())
      .fill()
      .read(person({ readId: 'r2' })).state.person?.readId,
  ).toBe('r2')
  expect(
    play()
      .read()
      .fill()
      .read(his({ readId: 'r2' })).state.person?.readId,
  ).toBe('r2')
})
