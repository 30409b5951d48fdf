import { expect, test } from 'vitest'
import { maskedAway, maskedWire } from './masked-wire.ts'

const told = {
  infno: '2102',
  input: {
    data: {
      psn_no: '32050000000000000001',
      mdtrt_cert_type: '03',
      mdtrt_cert_no: '320500199001011238',
      psn_name: '䶮𠮷',
    },
    cardinfo: { card_sn: 'A12345678', ecToken: '0123456789abcdef0123', tel: '13800138000' },
  },
}

test('who it is about is masked, whatever it is written as', () => {
  const text = maskedWire(JSON.stringify(told).replace('"䶮𠮷"', '"\\u4dae\\ud842\\udfb7"'))
  for (const secret of ['199001011238', '𠮷', 'A12345678', '89abcdef', '0138000']) expect(text).not.toContain(secret)
  expect(text).toContain('"psn_name": "䶮*"')
  expect(text).toContain('"mdtrt_cert_no": "3205********1238"')
  expect(text).toContain('"mdtrt_cert_type": "03"')
})

test('what a centre puts into a text is masked inside it, and a certificate that came as a number', () => {
  const text = maskedWire(`{"output":${JSON.stringify('{"certno":320500199001011238,"psn_name":"王小明"}')}}`)
  expect(text).not.toContain('199001011238')
  expect(text).not.toContain('小明')
})

test('amounts and long numbers stand to the digit', () => {
  const text = maskedWire('{"setl_id":12345678901234567890,"medfee_sumamt":12.10,"acct_pay":0.00,"cash":-0.01}')
  expect(text).toContain('"setl_id": 12345678901234567890')
  expect(text).toContain('"medfee_sumamt": 12.10')
  expect(text).toContain('"acct_pay": 0.00')
  expect(text).toContain('"cash": -0.01')
})

test('what is no JSON is shown but for long numbers', () => {
  expect(maskedWire('<html>502 320500199001011238</html>')).toBe('<html>502 3205********1238</html>')
})

test('what leaves the house tells nobody apart, however the centre writes its members', () => {
  const told = { psn_no: 32050000000000000001n, psnNo: 'PA1', PSN_NO: 7, brdy: '1990-01-01', emp_name: '䶮城纺织厂' }
  const text = maskedAway(
    `{"infno":"1101","psn_no":32050000000000000001,"data":${JSON.stringify(told, (_, value) => (typeof value === 'bigint' ? String(value) : value))},"again":"{\\"psn_no\\":3205001}","setl_id":12.10,"prac_psn_no":"D1"}`,
  )
  for (const one of ['3205', 'PA1', '7', '1990', '纺织']) expect(text, one).not.toContain(one)
  expect(JSON.parse(text)).toMatchObject({ psn_no: '***', data: { psnNo: '***', PSN_NO: '***' }, prac_psn_no: 'D1' })
  expect(text).toContain('"setl_id": 12.10')
})

test('of a message that does not end its length leaves the house, whole or inside another', () => {
  const cut = '{"psn_name":"王小明","psn_no":"32'
  expect(maskedAway(cut)).toBe(`（${cut.length} 字，不是完整的 JSON，个人信息无法遮盖，没有导出）`)
  expect(maskedAway(JSON.stringify({ output: cut }))).not.toContain('小明')
  expect(maskedAway('<html>502 320500199001011238</html>')).toBe('<html>502 …</html>')
})

test('what a centre says in words goes out as words, without the numbers it quotes', () => {
  const answer = {
    infcode: '-1',
    err_msg: '【人员编号 psn_no】32050000000000000001 不存在',
    emp_no: 'E1',
    name: '[2102]余额不足',
  }
  expect(JSON.parse(maskedAway(JSON.stringify(answer)))).toEqual({
    ...{ infcode: '-1', err_msg: '【人员编号 psn_no】… 不存在', emp_no: '***', name: '[2102]余额不足' },
  })
  expect(maskedAway('[2102]账户余额不足')).toBe('[2102]账户余额不足')
})
