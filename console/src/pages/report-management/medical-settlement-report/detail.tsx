import { settlementReport } from '@yibao/shared/calls/settlement-report.ts'
import { Fields, Group, RecordDrawer, type RowOf, rowShapeOf } from '../../../kit/index.ts'

type Row = RowOf<typeof settlementReport.query>
const shape = rowShapeOf(settlementReport.query.result)

const groups = {
  结算: [
    ...['refunded', 'at', 'setlId', 'mdtrtId', 'msgid', 'orderNo', 'erpBill', 'storeName', 'operatorName', 'source'],
    ...['clrOptins', 'clrType', 'clrWay', 'medicalType'],
  ],
  参保人: ['maskedName', 'personTypeName', 'insuredAreaName', 'outFlag', 'insutype', 'diseaseName'],
  费用: ['total', 'inScope', 'fullySelfPaid', 'overLimit', 'firstSelfPay', 'deductible'],
  基金: [
    ...['fundTotal', 'poolFund', 'civilServant', 'enterprise', 'seriousIllness', 'largeAmount', 'medicalAid'],
    'otherFund',
  ],
  个人: ['personPart', 'account', 'familyAccount', 'cash', 'hospitalPart'],
}

/** One settlement of the list with every amount of it. */
const SettlementDetail = ({ row, onClose }: { row: Row; onClose: () => void }) => (
  <RecordDrawer title={`${row.refunded === '1' ? '撤销' : '结算'} ${row.setlId}`} onClose={onClose}>
    {Object.entries(groups).map(([title, fields]) => (
      <Group key={title} title={title}>
        <Fields shape={shape} values={row} fields={fields} />
      </Group>
    ))}
  </RecordDrawer>
)

export default SettlementDetail
