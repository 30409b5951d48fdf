import { expect, test } from 'vitest'
import { leadOf, queriedText, revokedText, sidesOf } from './lead.ts'

test('an application leads with what the centre kept back or refused, and with nothing when there is nothing to do', () => {
  const paid = { state: '4', books: 'same', message: '', deducted: '0.00' } as const
  expect(leadOf(paid)).toBe('')
  expect(leadOf({ ...paid, message: '已拨付' })).toBe('')
  expect(leadOf({ ...paid, state: '1', message: '医保中心查不到这份申请。请与中心核实' })).toBe(
    '医保中心查不到这份申请。请与中心核实。',
  )
  expect(leadOf({ ...paid, state: '0', message: '清算人次不符', books: 'moved' })).toMatch(/^清算人次不符。生成之后/)
  expect(leadOf({ ...paid, state: '3', deducted: '1012.50', message: '超限价' })).toBe(
    '超限价。中心扣款 1,012.50 元，拨付时少付这一部分。有异议的，请向医保经办机构核对。',
  )
  expect(leadOf({ ...paid, state: '2', message: '撤销原因：重报', deducted: '12.50' })).toBe('')
  expect(leadOf({ ...paid, state: '5', message: '人次不符。', deducted: '12.50' })).toBe(
    '人次不符。按中心说明改正后，撤销这份申请，再重新生成。',
  )
})

test('a lost answer is found by itself only where the centre can be asked for a month', () => {
  const lost = { state: '7', books: 'same', deducted: '0.00' } as const
  expect(leadOf({ ...lost, findable: true })).toContain('在自动核实')
  expect(leadOf({ ...lost, findable: false })).toMatch(
    /不能按月份查询：请在医保中心网站或电话核实，再按「核实结果」。$/,
  )
  expect(leadOf({ ...lost, state: '8', findable: false })).toContain('在自动核实')
})

test('who asks the centre reads how the application stands, and that it cannot be found there', () => {
  expect(queriedText({ state: '3' })).toBe('现在是「审核中」')
  expect(queriedText({ state: '1', message: '医保中心查不到这份申请。请与中心核实。' })).toBe(
    '现在是「已申请」。医保中心查不到这份申请。请与中心核实',
  )
})

test('who revokes reads when there was nothing to revoke at the centre, and what comes next', () => {
  const gone = '医保中心没有这份申请（答复：“不存在”），本地按已撤销记录。撤销原因：重报'
  expect(revokedText({ message: gone })).toBe(`清算申请已撤销，可按「生成清算申请」重新生成。${gone}`)
  expect(revokedText({})).toBe('清算申请已撤销，可按「生成清算申请」重新生成')
})

test('a revoked application differs from no books: it showed all of itself as a difference to none', () => {
  const of = (state: '1' | '2') => sidesOf({ state }).map(([key]) => key)
  expect(of('1')).toEqual(['claim', 'book', 'now', 'gap', 'centre'])
  expect(of('2')).toEqual(['claim', 'book', 'centre'])
})

test('what came after an application says by how much, how it gets to its money, and where its list is', () => {
  const moved = { books: 'moved', differs: '基金 -12.00', deducted: '0.00' } as const
  const of = (state: Parameters<typeof leadOf>[0]['state']) => leadOf({ ...moved, state })
  expect(of('0')).toBe('生成之后账目有变动（基金 -12.00），申请内容不会自动改变。请重新生成。')
  expect(of('1')).toContain('（基金 -12.00），申请内容不会自动改变。请撤销这份申请后重新生成')
  for (const state of ['3', '4', '6'] as const) {
    expect(of(state)).toContain('不能撤销：请带上清单，请医保经办机构处理')
    expect(of(state)).toContain('「结算报表」')
  }
  expect(of('5'), 'it is revoked anyway').toMatch(/按中心说明改正后，撤销这份申请，再重新生成。.*不会自动改变。$/)
})
