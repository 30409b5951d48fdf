import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PendingList } from './pending.tsx'

const shown = (unheard: number, kinds: readonly ('unknown' | 'parked')[] = []) => {
  const pending = kinds.map((kind, i) => ({ kind, id: `${i}`, text: kind, at: '2026-11-21 10:00:00' }))
  return renderToStaticMarkup(<PendingList pending={pending} unheard={unheard} onResend={() => undefined} />)
}

test('results that the ERP has not acknowledged wait with the others, are counted, and can be told again', () => {
  expect(shown(0)).toContain('没有待处理的事')
  const alone = shown(2)
  for (const words of ['2 件', '待回传', '2 笔结算的结果 ERP 还没有确认收到', '重发']) expect(alone).toContain(words)
  expect(alone).not.toContain('没有待处理的事')
  const both = shown(1, ['unknown', 'parked'])
  expect([both.includes('3 件'), both.match(/<li>/g)?.length]).toEqual([true, 3])
  expect(shown(0, ['unknown'])).not.toContain('待回传')
})
