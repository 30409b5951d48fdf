import type { ResultOf } from '@yibao/shared/call.ts'
import type { order } from '@yibao/shared/calls/order.ts'
import { formatAmount, formatPrice } from '@yibao/shared/money.ts'
import { SmallTable } from '../kit/small-table.tsx'

type Line = ResultOf<typeof order.get>['lines'][number]

/** What tells the packs of a line apart: a recall, or a customer who doubts one, asks for it. */
const packsOf = ({ producer, lot, expiresOn, traceCodes }: Line): string =>
  [
    producer,
    lot && `批号 ${lot}`,
    expiresOn && `有效期至 ${expiresOn}`,
    traceCodes.length > 0 && `追溯码 ${traceCodes.join('、')}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** How it is taken, as the centre was told. */
const taken = ({ dosage: { way, dose, frequency, days } = {} }: Line): string =>
  [way, dose, frequency, days && `${days} 天`].filter(Boolean).join(' ')

/** The goods of an order; prices and amounts as everywhere, however an ERP or a hand wrote them (ux 2.5). */
export const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <SmallTable head={['名称 / 规格', ...['数量', '单价', '金额'].map((title) => ({ title, number: true })), '等级']}>
    {lines.map((line) => (
      <tr key={line.no}>
        <td>
          {line.name} <small>{line.spec}</small>
          <div>
            <small>{[taken(line), packsOf(line)].filter(Boolean).join(' · ')}</small>
          </div>
        </td>
        <td data-number>
          {line.quantity} {line.unit}
        </td>
        <td data-number>{formatPrice(line.price)}</td>
        <td data-number>{formatAmount(line.amount)}</td>
        <td>{line.itemClass || '--'}</td>
      </tr>
    ))}
  </SmallTable>
)
