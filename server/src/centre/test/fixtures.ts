import type { Header, Sender } from '../operation.ts'
import type { Sale } from '../operations/settlement-input.ts'
import { profileOf } from '../profiles.ts'

export const suzhou = profileOf('320500', 'http://127.0.0.1:1')
export const changsha = profileOf('430100', 'http://127.0.0.1:1')

export const at = new Date('2024-10-24T02:31:00Z')

export const sender: Sender = {
  fixmedinsCode: 'P32050100001',
  fixmedinsName: '示例大药房观前店',
  opter: '0001',
  opterName: '李䶮',
  opterType: '1',
  signNo: 'S2024102400001',
  insuplcAdmdvs: '320500',
}

export const header = (over: Partial<Sender> = {}): Header => ({
  msgid: 'P32050100001202410241031000002',
  sender: { ...sender, ...over },
  at,
})

/** Worked example A of domain.md 4.3: a fee of 85.60 yuan in three lines. */
export const sale: Sale = {
  psnNo: '32050000000000000001',
  credential: { type: '01', no: '320000ec0000000000000000000000000000aa' },
  identity: { certificateType: '1', certificateNo: '320501199001011238', personType: '11', name: '张𠮷' },
  at,
  total: 8560,
  insurance: '310',
  medicalType: '41',
  useAccount: true,
  lines: [
    ['1', 'XA00AAA000A001010100001', 20_000n, 20_000_000n, 4000] as const,
    ['2', 'ZA00AAA000A001010100002', 10_000n, 30_000_000n, 3000] as const,
    ['3', 'XA00AAA000A001010100003', 10_000n, 15_600_000n, 1560] as const,
  ].map(([sn, nationalCode, quantity, price, amount]) => ({
    sn,
    nationalCode,
    itemCode: `10000${sn}`,
    quantity,
    price,
    amount,
    outsidePrescription: false,
  })),
}

/** The centre's answer to it, as an object with real numbers. */
export const settled = {
  setlinfo: {
    setl_id: '320500A0000000001',
    mdtrt_id: '320500M0000000001',
    psn_no: '32050000000000000001',
    psn_name: '张𠮷',
    psn_cert_type: '1',
    certno: '320501199001011238',
    gend: '1',
    naty: '01',
    brdy: '1990-01-01',
    age: 34.8,
    insutype: '310',
    psn_type: '11',
    cvlserv_flag: '0',
    setl_time: '2024-10-24 10:31:02',
    mdtrt_cert_type: '01',
    med_type: '41',
    medfee_sumamt: 85.6,
    fulamt_ownpay_amt: 15.6,
    overlmt_selfpay: 0,
    preselfpay_amt: 3,
    inscp_scp_amt: 67,
    act_pay_dedc: 0,
    hifp_pay: 0,
    pool_prop_selfpay: 0,
    cvlserv_pay: 0,
    hifes_pay: 0,
    hifmi_pay: 0,
    hifob_pay: 0,
    maf_pay: 0,
    oth_pay: 0,
    fund_pay_sumamt: 0,
    psn_part_amt: 85.6,
    acct_pay: 60,
    psn_cash_pay: 25.6,
    balc: 0,
    acct_mulaid_pay: 0,
    medins_setl_id: 'P32050100001202410241031000002',
    clr_optins: '320500',
    clr_way: '01',
    clr_type: '41',
  },
  setldetail: [],
  detlcutinfo: [
    {
      feedetl_sn: '2',
      det_item_fee_sumamt: 30,
      cnt: 1,
      pric: 30,
      pric_uplmt_amt: 0,
      selfpay_prop: 0.1,
      fulamt_ownpay_amt: 0,
      overlmt_amt: 0,
      preselfpay_amt: 3,
      inscp_scp_amt: 27,
      chrgitm_lv: '2',
      med_chrgitm_type: '10',
    },
  ],
}
