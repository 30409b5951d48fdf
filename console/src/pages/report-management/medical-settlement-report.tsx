import { settlementReport } from '@yibao/shared/calls/settlement-report.ts'
import { formatDay } from '@yibao/shared/time.ts'
import { defineList, hiddenColumns, late, moreFilters } from '../../kit/index.ts'
import { OperatorFilter } from '../../organisation/operator-filter.tsx'
import { placeFilters } from '../../organisation/place-filters.tsx'
import { StoreFilter } from '../../organisation/store-filter.tsx'
import { Totals } from './medical-settlement-report/totals.tsx'

const SettlementDetail = late(() => import('./medical-settlement-report/detail.tsx'))

/** 结算报表: every settlement and every reversal of the books with all their amounts (domain.md 8.12). */
export default defineList({
  tableId: 'medical-settlement-report',
  call: settlementReport.query,
  exportAs: 'settlementReport.query',
  printNeed: { menuCode: 'MedicalSettlementReport', buttonCode: 'print' },
  rowKey: 'key',
  header: Totals,
  empty: '这段时间没有符合条件的结算。请放宽日期或条件',
  initial: () => {
    const today = formatDay(new Date())
    return { from: `${today.slice(0, 7)}-01`, to: today }
  },
  filters: [
    // A reversal counts on its own day.
    'from',
    'to',
    'refunded',
    { key: 'keyword', title: '查找', placeholder: '订单号、ERP 单号、结算号' },
    'name',
    ...placeFilters,
    { key: 'storeId', more: true, input: StoreFilter },
    { key: 'operatorId', more: true, input: OperatorFilter },
    ...moreFilters('insutype', 'medicalType', 'source', 'outFlag', 'insuredArea', 'minTotal', 'maxTotal'),
    ...moreFilters('claim', 'clrType', 'clrWay', 'clrOptins'),
  ],
  columns: [
    { key: 'at', width: 95, sort: true },
    { key: 'refunded', width: 80, tones: { 0: 'good', 1: 'off' } },
    { key: 'setlId', width: 190 },
    { key: 'maskedName', width: 70 },
    { key: 'insutype', width: 128 },
    { key: 'total', width: 95, sort: true },
    { key: 'fundTotal', width: 95, sort: true },
    { key: 'account', width: 95, sort: true },
    { key: 'cash', width: 100, sort: true },
    { key: 'storeName', width: 130, sort: true },
    ...hiddenColumns({
      ...{ orderNo: 181, erpBill: 140, mdtrtId: 190, msgid: 260, personTypeName: 90, insuredAreaName: 90 },
      ...{ diseaseName: 120, medicalType: 120, outFlag: 90, source: 80, clrOptins: 95, clrType: 95, clrWay: 95 },
      ...{ operatorName: 80, inScope: 95, fullySelfPaid: 95, overLimit: 110, firstSelfPay: 95, deductible: 95 },
      ...{ poolFund: 95, civilServant: 110, enterprise: 95, seriousIllness: 95, largeAmount: 95, medicalAid: 95 },
      ...{ otherFund: 95, personPart: 95, familyAccount: 95, hospitalPart: 95 },
    }),
  ],
  detail: ({ row, onClose }) => <SettlementDetail row={row} onClose={onClose} />,
})
