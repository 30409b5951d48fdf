import { ybOptions } from '@yibao/shared/calls/config.ts'
import { defineList, hiddenColumns, placeParameter, type RowOf, Status } from '../../../kit/index.ts'
import { SuperAreaSelect } from '../../../organisation/area-select.tsx'
import { CompanySelect } from '../../../organisation/company-select.tsx'
import { StoreFilter } from '../../../organisation/store-filter.tsx'
import { go } from '../../../state/go.ts'

type Row = RowOf<typeof ybOptions.paged>

const tones = { complete: 'good', missing: 'warn', closed: 'off' } as const
const words = { complete: '完整', missing: '缺', closed: '门店已停用' }
const standing = ({ state, missing }: Row) => (state === 'missing' ? `缺${missing}` : words[state])

/** 医保配置一览: which areas and stores decide something themselves, who changed it last, what is missing. */
export default defineList({
  tableId: 'medical-security-config',
  call: ybOptions.paged,
  exportAs: 'ybConfig.paged',
  empty: '没有符合条件的区划或门店。放宽条件，或请管理员分配数据角色',
  filters: [
    'keyword',
    { key: 'areaCode', input: SuperAreaSelect },
    { key: 'companyId', more: true, input: CompanySelect },
    { key: 'storeId', more: true, input: StoreFilter },
  ],
  columns: [
    {
      key: 'storeName',
      width: 165,
      sort: true,
      text: ({ areaName, storeName }) => storeName || `${areaName}（整个区划）`,
      exports: ['storeName'],
    },
    { key: 'areaName', width: 75, sort: true },
    { key: 'fixmedinsCode', width: 125, sort: true },
    {
      key: 'ownTitles',
      title: '本级设置',
      width: 135,
      text: ({ own, ownTitles }) => (own ? `${own} 项：${ownTitles}` : '没有'),
      exports: ['own', 'ownTitles'],
    },
    { key: 'updatedAt', width: 100, sort: true },
    { key: 'updatedBy', width: 75 },
    {
      key: 'state',
      width: 135,
      text: standing,
      render: (row) => <Status tone={tones[row.state]}>{standing(row)}</Status>,
      exports: ['state', 'missing'],
    },
    ...hiddenColumns({ companyName: 150, areaCode: 90 }),
  ],
  onOpen: ({ areaCode, storeId }) =>
    go(
      `/system-manager/medical-security-config?${new URLSearchParams({ [placeParameter]: storeId ? `${areaCode}/${storeId}` : areaCode })}`,
    ),
})
