import type { ResultOf } from '@yibao/shared/call.ts'
import { order } from '@yibao/shared/calls/books.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import { can } from '@yibao/shared/permission.ts'
import { Alert } from 'antd'
import { defineDetail, Events, Group, late, SmallTable } from '../kit/index.ts'
import { adviceOf, askable } from '../order-states/abnormal.ts'
import { orderTones } from '../order-states/look.ts'
import { useMe } from '../state/me.ts'
import { orderFoot } from './foot.tsx'

/** What tells the packs of a line apart: a recall, or a customer who doubts one, asks for it. */
const packsOf = ({ producer, lot, expiresOn, traceCodes }: ResultOf<typeof order.get>['lines'][number]): string =>
  [
    producer,
    lot && `批号 ${lot}`,
    expiresOn && `有效期至 ${expiresOn}`,
    traceCodes.length > 0 && `追溯码 ${traceCodes.join('、')}`,
  ]
    .filter(Boolean)
    .join(' · ')

const money = [
  'total',
  'fullySelfPaid',
  'overLimit',
  'firstSelfPay',
  'inScope',
  'deductible',
  'poolFund',
  'civilServant',
]
const rest = [
  'largeAmount',
  'seriousIllness',
  'medicalAid',
  'otherFund',
  'fundTotal',
  'account',
  'familyAccount',
  'cash',
  'balance',
]

// Read when a drawer shows it: few orders have any.
const OrderPayments = late(() => import('../collection/order-part.tsx'), { show: () => null }, false)

// The menus of OtherPay/Get: the call itself, with all its fields, comes with the part that asks it.
const paymentPages = ['OrderOtherpayManagement', 'OrderManagement']

/** Settled, or it was: before that nothing is due, and only who has one of the pages may ask. */
const mayHavePayments = ({ setlId }: { setlId?: string }): boolean => {
  const { me } = useMe.getState()
  return setlId !== undefined && me !== null && paymentPages.some((menuCode) => can(me, { menuCode }))
}

/** One order, whole: person, split, lines, records. */
export const OrderDetail = defineDetail({
  call: order.get,
  title: (value) => `订单 ${value.orderNo} · ${value.maskedName}`,
  tones: { status: orderTones, 'abnormal.needsPerson': { true: 'harm' } },
  lead: (value) => {
    const [what, next] = adviceOf(value) ?? []
    const gap = value.warnings.find((warning) => warning.includes('相差'))
    return what && <Alert type="warning" showIcon title={what} description={gap ? `${gap}。${next}` : next} />
  },
  groups: [
    {
      title: '异常',
      fields: ['kind', 'needsPerson', 'attempts', 'nextAttemptAt', 'lastError'].map((name) => `abnormal.${name}`),
      shown: askable,
    },
    {
      title: '订单',
      fields: [
        'status',
        'createdAt',
        'settledAt',
        'source',
        'erpBill',
        'setlId',
        'mdtrtId',
        'storeName',
        'operatorName',
        'printed',
      ],
    },
    {
      title: '参保人',
      fields: [
        'maskedName',
        'gender',
        'age',
        'maskedCertNo',
        'insutype',
        'personTypeName',
        'insuredAreaName',
        'medicalType',
        'diseaseName',
      ],
    },
    {
      title: '处方',
      fields: ['number', 'hospital', 'doctor'].map((name) => `prescription.${name}`).concat('pharmacistName'),
      shown: ({ prescription }) => prescription !== undefined,
    },
    {
      title: '撤销',
      fields: ['reversedAt', 'reversalReason', 'reversalBalance'],
      shown: ({ reversedAt }) => reversedAt !== undefined,
    },
    { title: '结算', fields: [...money, ...rest].map((name) => `split.${name}`) },
  ],
  footer: orderFoot,
  extra: (value) => (
    <>
      <Group title="明细">
        <SmallTable
          head={['名称 / 规格', ...['数量', '单价', '金额'].map((title) => ({ title, number: true })), '等级']}
        >
          {value.lines.map((line) => (
            <tr key={line.no}>
              <td>
                {line.name} <small>{line.spec}</small>
                <div>
                  <small>{packsOf(line)}</small>
                </div>
              </td>
              <td data-number>
                {line.quantity} {line.unit}
              </td>
              <td data-number>{line.price}</td>
              <td data-number>{formatAmount(line.amount)}</td>
              <td>{line.itemClass || '--'}</td>
            </tr>
          ))}
        </SmallTable>
      </Group>
      {value.reasons.length > 0 && (
        <Group title="为什么">
          <ul>
            {value.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Group>
      )}
      {mayHavePayments(value) && <OrderPayments orderId={value.id} />}
      <Events title="记录" events={value.events} />
    </>
  ),
})
