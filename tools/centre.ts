/** A line of the centre's own book (GET /simulator/book); amounts in yuan with two decimals. */
export interface BookRow {
  infno: string
  msgid: string
  setl_id: string
  psn_no: string
  med_type: string
  undone: boolean
  reversed: boolean
  refd_setl_flag: string
  medfee_sumamt: string
  fund_pay_sumamt: string
  acct_pay: string
  psn_cash_pay: string
}

/** What a store has told of a sold pack (GET /simulator/pieces). */
interface PieceRow {
  infno: '3505' | '3506'
  data: Record<string, string>
}

/** The simulated centre's side doors: faults, its book, e-voucher codes. */
export interface Centre {
  fault: (fault: Record<string, unknown>) => Promise<void>
  /** Sets the centre's clock, which says on which day it books. */
  at: (time: Date) => Promise<void>
  clearFaults: () => Promise<void>
  /** What waits because of a delay goes on now. */
  goOn: () => Promise<void>
  /** Every row of a store, reversals and undone ones included. */
  book: (fixmedinsCode: string) => Promise<BookRow[]>
  pieces: (fixmedinsCode: string) => Promise<PieceRow[]>
  /** In what an area's centre differs from its edition (docs/SIMULATOR.md). */
  option: (area: string, name: string, on: boolean) => Promise<void>
  /** A fresh e-voucher code of a person. */
  code: (psnNo: string) => Promise<string>
  /** What its people do with a store's last application: firstReview, deduct, approve, pay… (docs/SIMULATOR.md). */
  decide: (fixmedinsCode: string, move: string, more?: object) => Promise<void>
}

/** By the address of a simulator (docs/SIMULATOR.md). */
export const centreOf = (url: string): Centre => {
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(url + path, init)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const post = (path: string, body: unknown) => ask(path, { method: 'POST', body: JSON.stringify(body) })
  const fault: Centre['fault'] = async (one) => void (await post('/simulator/faults', one))
  return {
    fault,
    at: (time) => fault({ fault: 'clock', iso: time.toISOString() }),
    clearFaults: async () => void (await ask('/simulator/faults', { method: 'DELETE' })),
    goOn: async () => void (await ask('/simulator/delays', { method: 'DELETE' })),
    pieces: async (code) => ((await ask(`/simulator/pieces?fixmedins_code=${code}`)) as { rows: PieceRow[] }).rows,
    book: async (code) => ((await ask(`/simulator/book?fixmedins_code=${code}`)) as { rows: BookRow[] }).rows,
    option: async (area, name, on) => void (await post('/simulator/options', { area, name, on })),
    decide: async (code, move, more = {}) => {
      const { applications } = (await ask(`/simulator/liquidations?fixmedins_code=${code}`)) as {
        applications: { evt_id: string }[]
      }
      await post('/simulator/liquidations', { event: applications.at(-1)?.evt_id, move, ...more })
    },
    code: async (psnNo) => ((await post('/simulator/qrcodes', { psn: psnNo })) as { code: string }).code,
  }
}
