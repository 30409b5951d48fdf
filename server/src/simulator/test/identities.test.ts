import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { fen, scaled } from '../money/fixed.ts'
import { persons } from '../seed/persons.ts'
import { type Client, makeClient, startTestCentre } from './client.ts'
import { type Bought, catalogue, purchase } from './purchases.ts'

// Identities I1-I5 and I8 of domain 4.2 over seeded random purchases of everybody who can settle.

const random = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}

const SEED = 20_261_120
const PURCHASES = 120

describe.each(['P32050100001', 'P32010200001', 'P43010200001'])('store %s', (code) => {
  let client: Client
  const centre = opened(startTestCentre)
  beforeAll(async () => {
    client = makeClient(centre.url, code)
    await client.signIn()
  })

  const area = code.startsWith('P43') ? '430100' : `${code.slice(1, 5)}00`
  const items = catalogue.filter((row) => row.area === area)
  const able = persons.filter(
    (one) => one.area === area && one.state.insurances.length > 0 && !one.state.flags.has('dead'),
  )

  const linesFor = (next: () => number): Bought[] =>
    Array.from({ length: 1 + Math.floor(next() * 5) }, () => {
      const item = items[Math.floor(next() * items.length)]!
      const herb = item.med_chrgitm_type === '10'
      const cnt = herb
        ? `${Math.floor(next() * 90) + 10}.${Math.floor(next() * 9) + 1}`
        : String(1 + Math.floor(next() * 4))
      const code = next() < 0.05 ? 'X-NOT-MAPPED' : item.med_list_codg!
      return { code, cnt, pric: item.price!, rx: next() < 0.5 }
    })

  test(`identities hold for ${PURCHASES} purchases and their reversals (seed ${SEED})`, async () => {
    const next = random(SEED)
    const fundModes = new Set<string>()
    let settledCount = 0
    for (let i = 0; i < PURCHASES; i += 1) {
      const person = able[Math.floor(next() * able.length)]!
      const chronic = person.state.chronic[0]
      const more: Record<string, string> = chronic && next() < 0.5 ? { med_type: '14', dise_codg: chronic.code } : {}
      const insurance = person.state.insurances[Math.floor(next() * person.state.insurances.length)]!
      const used = { acct_used_flag: next() < 0.8 ? '1' : '0', insutype: insurance.insutype }
      const input = purchase(person, linesFor(next), { ...more, ...used }, area)
      const envelope = { insuplc_admdvs: person.insuplc }
      const { output, err_msg } = await client.call('2102', input, { envelope })
      if (err_msg) continue
      settledCount += 1
      const money = (name: string): number => fen(String(output.setlinfo[name]))
      const funds = ['hifp_pay', 'cvlserv_pay', 'hifes_pay', 'hifmi_pay', 'hifob_pay', 'maf_pay', 'oth_pay']
      const sum = (names: string[]): number => names.reduce((total, name) => total + money(name), 0)
      const total = input.drugdetail.reduce((all, line) => all + Number(scaled(line.det_item_fee_sumamt, 2)), 0)
      expect(money('medfee_sumamt')).toBe(total)
      expect(sum(['fulamt_ownpay_amt', 'overlmt_selfpay', 'preselfpay_amt', 'inscp_scp_amt'])).toBe(total)
      expect(sum(funds)).toBe(money('fund_pay_sumamt'))
      expect(sum(['fund_pay_sumamt', 'psn_part_amt'])).toBe(total)
      expect(sum(['acct_pay', 'psn_cash_pay'])).toBe(money('psn_part_amt'))
      const details = output.setldetail.reduce((all, row) => all + fen(String(row.fund_payamt)), 0)
      expect(details).toBe(money('fund_pay_sumamt'))
      for (const name of [...funds, 'acct_pay', 'psn_cash_pay', 'balc', 'acct_mulaid_pay'])
        expect(money(name)).toBeGreaterThanOrEqual(0)
      for (const name of funds) if (money(name) > 0) fundModes.add(name)
      const cut = (name: string): number =>
        output.detlcutinfo.reduce((all: number, row: Record<string, unknown>) => all + fen(String(row[name])), 0)
      expect(cut('inscp_scp_amt')).toBe(money('inscp_scp_amt'))
      expect(cut('overlmt_amt')).toBe(money('overlmt_selfpay'))

      if (next() < 0.5) continue
      const { setl_id, mdtrt_id } = output.setlinfo
      const reversed = await client.call('2103', { data: { setl_id, mdtrt_id, psn_no: person.psnNo } }, { envelope })
      const names = [
        ...funds,
        'medfee_sumamt',
        'fulamt_ownpay_amt',
        'preselfpay_amt',
        'inscp_scp_amt',
        'fund_pay_sumamt',
        'acct_pay',
      ]
      for (const name of names) expect(fen(String(reversed.output.setlinfo[name])) + money(name)).toBe(0)
    }
    // A run in which nearly nothing settles, or no fund but one pays, would prove nothing.
    expect(settledCount).toBeGreaterThan(PURCHASES / 2)
    expect(fundModes.size).toBeGreaterThanOrEqual(3)
  })

  test('reversing everything restores every balance and sum', async () => {
    const state = async () => {
      const response = await fetch(`${centre.url}/simulator/persons?area=${area}`)
      return ((await response.json()) as { persons: { psnNo: string; insurances: unknown }[] }).persons.map(
        (one) => one.insurances,
      )
    }
    const before = await state()
    const next = random(SEED + 1)
    for (const person of able) {
      const envelope = { insuplc_admdvs: person.insuplc }
      const { output, err_msg } = await client.call('2102', purchase(person, linesFor(next), {}, area), { envelope })
      if (err_msg) continue
      const { setl_id, mdtrt_id } = output.setlinfo
      const reversed = await client.call('2103', { data: { setl_id, mdtrt_id, psn_no: person.psnNo } }, { envelope })
      expect(reversed.err_msg).toBe('')
    }
    expect(await state()).toEqual(before)
  })
})
