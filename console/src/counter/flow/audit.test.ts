import { describe, expect, test } from 'vitest'
import { item, order } from '../../../test/counter/fixtures.ts'
import { lost, play, ready, refusal } from '../../../test/counter/play.ts'
import { hitsAt } from './audit.ts'
import type { AuditHit } from './model.ts'

const hit = (over: Partial<AuditHit> = {}): AuditHit => ({
  ...{ key: 'TY01/2', line: 2, rule: 'TY01', ruleName: '重复', kind: '重复购药', level: 'remind' },
  ...{ what: '䶮制药片 3 天前已购 2 盒', meaning: '可能被医保审核扣款', next: '请与参保人确认' },
  ...{ reasonRequired: false, amount: '9.90' },
  ...over,
})
const confirmed = { confirmedBy: '王小明', confirmedAt: '2026-11-21 10:31:00' }
const priced = (audit: AuditHit[], over = {}) =>
  play()
    .read()
    .fill()
    .price(order({ audit, ...over }))

describe('a reminder of the audit at the counter', () => {
  test('is shown with its line, its dialog and its three parts, and F9 books nothing before it is confirmed', () => {
    const p = priced([hit()])
    expect([p.says, p.state.dialog]).toEqual(['audit.hit', { kind: 'audit', busy: false, unasked: true }])
    expect(p.state.message?.values).toEqual({
      ...{ what: '䶮制药片 3 天前已购 2 盒', meaning: '可能被医保审核扣款', next: '请与参保人确认' },
    })
    expect([hitsAt(p.state, 0).length, hitsAt(p.state, 1).length]).toEqual([0, 1])
    p.do({ type: 'closeDialog' }).settle()
    expect(p.of('settle')).toEqual([])
    expect(p.state.dialog?.kind, 'F9 asks again').toBe('audit')
  })

  test('one key confirms, once; F9 books the split that was shown', () => {
    const p = priced([hit()])
    p.do({ type: 'confirmAudit' }, { type: 'confirmAudit' })
    expect(p.of('confirmAudit')).toMatchObject([{ orderId: 'o1', settleKey: order().settleKey }])
    p.do({ type: 'auditConfirmed', turn: p.state.turn, order: order({ audit: [hit(confirmed)] }) })
    expect([p.says, p.state.dialog]).toEqual(['pre.done', undefined])
    expect(p.settle().of('settle')).toHaveLength(1)
  })

  test('an Enter that was on its way to the scan box answers nothing', () => {
    const p = play().read().fill().do({ type: 'presettle' })
    p.do({ type: 'priced', turn: p.state.turn, edit: p.state.edit, order: order({ audit: [hit()] }) })
    expect(p.do({ type: 'confirmAudit' }).of('confirmAudit')).toEqual([])
    expect(p.wait(400).do({ type: 'confirmAudit' }).of('confirmAudit')).toHaveLength(1)
  })

  test('what was confirmed before asks nothing; what changed since is not confirmed by a late answer', () => {
    expect(priced([hit(confirmed)]).says).toBe('pre.done')
    const p = priced([hit()]).do({ type: 'confirmAudit' }, { type: 'closeDialog' })
    p.do({ type: 'addItem', item: item() })
    expect(p.state.audit, 'the lines are others now').toBeUndefined()
    p.do({ type: 'auditConfirmed', turn: p.state.turn, order: order({ audit: [hit(confirmed)] }) })
    expect(p.state.priced?.fresh).toBe(false)
    expect(p.settle().of('settle')).toEqual([])
  })

  test('a confirmation that did not arrive can be given again', () => {
    const p = priced([hit()]).do({ type: 'confirmAudit' })
    const { settleKey } = p.of('confirmAudit')[0]!
    p.do({ type: 'auditFailed', turn: p.state.turn, settleKey, refusal: refusal('audit.confirm') })
    expect([p.says, p.state.dialog]).toEqual(['pre.failed', undefined])
    p.settle().do({ type: 'confirmAudit' })
    expect(p.of('confirmAudit')).toHaveLength(2)
    expect(p.of('settle')).toEqual([])
  })

  test('what became of a question before leaves the one that is asked by now open', () => {
    const p = priced([hit()], { settleKey: 'k1' }).do({ type: 'confirmAudit' }, { type: 'closeDialog' })
    const { turn, settleKey } = p.of('confirmAudit')[0]!
    p.do({ type: 'setQuantity', line: 'l1', quantity: '3' }).price(order({ settleKey: 'k2', audit: [hit()] }))
    const { dialog, message } = p.state
    expect(dialog?.kind).toBe('audit')
    p.do({ type: 'auditFailed', turn, settleKey, refusal: lost })
    expect([p.state.dialog, p.state.message]).toEqual([dialog, message])
  })

  test('what changes the basket below its question takes that away: nothing of it can be confirmed any more', () => {
    const found = { type: 'itemsFound', turn: 1, code: '6901234567908', trace: false, quantity: undefined } as const
    const scanned = priced([hit()]).do({ ...found, items: [item({ ownCode: 'D004' })] })
    const cut = priced([hit()]).do(
      { type: 'linked', online: false, agent: true },
      { type: 'linked', online: true, agent: true },
    )
    expect([scanned.says, cut.says]).toEqual(['pre.stale', 'net.back'])
    for (const p of [scanned, cut])
      expect([p.state.dialog, p.do({ type: 'confirmAudit' }).of('confirmAudit')]).toEqual([undefined, []])
    // Another question stays.
    const clearing = priced([hit()]).do({ type: 'closeDialog' }, { type: 'clear' })
    expect(clearing.do({ type: 'addItem', item: item() }).state.dialog).toEqual({ kind: 'clear' })
  })

  test('拦截 says why and what to do, at its line too; a change of the basket takes it away', () => {
    const extend = { what: '超过 2', meaning: '数量偏大', next: '请核对数量', audit: [hit({ level: 'block' })] }
    const p = play().read().fill().do({ type: 'presettle' })
    p.do({ type: 'priceFailed', turn: p.state.turn, edit: p.state.edit, refusal: refusal('audit.blocked', { extend }) })
    expect(p.says).toBe('audit.blocked')
    expect(p.state.message?.values).toEqual({ what: '超过 2', meaning: '数量偏大', next: '请核对数量' })
    expect(hitsAt(p.state, 1)).toMatchObject([{ level: 'block' }])
    expect(p.settle().of('settle')).toEqual([])
    p.do({ type: 'setQuantity', line: p.state.lines[0]!.id, quantity: '1' })
    expect(p.state.audit).toBeUndefined()
  })

  test('the next customer hears nothing of it', () => {
    const p = ready().settle()
    p.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2', audit: [hit()] }) })
    expect(p.do({ type: 'addItem', item: item() }).state.audit).toBeUndefined()
  })
})
