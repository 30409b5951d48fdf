import { type Action, type Dialogs, late } from '../kit/index.ts'

// Not ahead: every list of orders can show it, and it brings the calls that a card is read by.
const CentreVisits = late(
  async () => ({ default: (await import('./centre-visits.tsx')).CentreVisits }),
  undefined,
  false,
)

/** Who may ask is who has 门诊异常管理: the answer is looked at, and dealt with, as there. */
export const need = { menuCode: 'OutpatientManager' }

interface Order {
  id: string
  createdAt: string
  settledAt?: string | undefined
}

/** What the centre has of an order's person around its day, beside ours. */
export const showCentre = (dialogs: Dialogs, { id, createdAt, settledAt = createdAt }: Order): Promise<void> =>
  dialogs.open<void>((done) => (
    <CentreVisits orderId={id} day={settledAt.slice(0, 10)} dialogs={dialogs} onClose={() => done()} />
  ))

/** 查医保中心 of one order in a list. */
export const askCentre: Action<Order> = {
  key: 'centre',
  text: '查医保中心',
  need,
  run: (row, { dialogs }) => showCentre(dialogs, row),
}

/** The same of a person whose card is read. */
export const askByCard: Action<unknown> = {
  key: 'read',
  text: '读卡查询',
  primary: true,
  need,
  run: (_, { dialogs }) => dialogs.open<void>((done) => <CentreVisits dialogs={dialogs} onClose={() => done()} />),
}
