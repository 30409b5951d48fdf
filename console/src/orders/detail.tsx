import { order } from '@yibao/shared/calls/order.ts'
import { can } from '@yibao/shared/permission.ts'
import { Alert } from 'antd'
import { defineDetail, Events, Group, late } from '../kit/index.ts'
import { adviceOf, askable } from '../order-states/abnormal.ts'
import { orderTones, reversible } from '../order-states/look.ts'
import { useMe } from '../state/me.ts'
import { orderFoot } from './foot.tsx'
import { Funds } from './funds.tsx'
import { Lines } from './lines.tsx'
import { Sentences } from './sentences.tsx'

const Guides = late(async () => ({ default: (await import('../kit/guides.tsx')).Guides }))

const money = [
  'total',
  'fullySelfPaid',
  'overLimit',
  'firstSelfPay',
  'inScope',
  'deductible',
  'poolFund',
  'poolRatio',
  'civilServant',
  'enterprise',
]
const rest = [
  'largeAmount',
  'seriousIllness',
  'medicalAid',
  'otherFund',
  'fundTotal',
  'personPart',
  'account',
  'familyAccount',
  'cash',
  'balance',
]

const yearBefore = [
  'stays',
  'total',
  'poolFund',
  'largeAmount',
  'civilServant',
  'seriousIllness',
  'account',
  'medicalAid',
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

/** What was refused last, as its transaction and as what it means for the money. */
const refused = ({ status }: { status: string }) =>
  reversible(status)
    ? { infno: '2103', meaning: '撤销没有通过，原来的结算仍然有效，不要退款。' }
    : { infno: '2102', meaning: '结算没有通过，没有扣款。' }

/** It stands with what is to be done about it. */
const isGap = (warning: string) => warning.includes('相差')

/** One order, whole: person, split, lines, records. */
export const OrderDetail = defineDetail({
  call: order.get,
  title: (value) => `订单 ${value.orderNo} · ${value.maskedName}`,
  tones: { status: orderTones, 'abnormal.needsPerson': { true: 'harm' } },
  lead: (value) => {
    const [what, next] = adviceOf(value) ?? []
    const gap = value.warnings.find(isGap)
    // Of an unknown one the library speaks as if it were refused: its own advice stands alone.
    const said = askable(value) ? undefined : value.refusal
    const { infno, meaning } = refused(value)
    return (
      <>
        {what && <Alert type="warning" showIcon title={what} description={gap ? `${gap}。${next}` : next} />}
        {!what && said && <Alert type="warning" showIcon title={said} description={meaning} />}
        {said && <Guides message={said} infno={infno} />}
      </>
    )
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
      title: '中药饮片',
      fields: ['herbs.use', 'herbs.doses'],
      shown: ({ herbs }) => herbs !== undefined,
    },
    {
      title: '撤销',
      fields: ['reversedAt', 'reversalReason', 'reversalBalance'],
      shown: ({ reversedAt }) => reversedAt !== undefined,
    },
    {
      title: '本年度此前累计',
      fields: yearBefore.map((name) => `yearBefore.${name}`),
      shown: (value) => value.yearBefore !== undefined,
    },
    { title: '结算', fields: [...money, ...rest].map((name) => `split.${name}`) },
    {
      title: '医院负担',
      fields: ['split.hospitalPart'],
      shown: ({ split }) => split?.hospitalPart !== undefined,
    },
  ],
  footer: orderFoot,
  extra: (value) => (
    <>
      <Group title="明细">
        <Lines lines={value.lines} />
      </Group>
      {value.funds && (
        <Group title="基金支付">
          <Funds funds={value.funds} />
        </Group>
      )}
      <Sentences title="为什么" sentences={value.reasons} />
      <Sentences title="提示" sentences={value.warnings.filter((warning) => !isGap(warning))} />
      {mayHavePayments(value) && <OrderPayments orderId={value.id} />}
      <Events title="记录" events={value.events} />
    </>
  ),
})
