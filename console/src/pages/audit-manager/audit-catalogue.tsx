import { audit } from '@yibao/shared/calls/audit.ts'
import { defineList, hiddenColumns, importRows, late, needOf, switchActions } from '../../kit/index.ts'
import { DictionaryAreaSelect } from '../../organisation/area-select.tsx'
import type { Row } from './audit-catalogue/fields.ts'

const Trial = late(() => import('./audit-catalogue/trial.tsx'))
// Forms are opened by who keeps the rules; whoever only reads them never needs them.
const forms = () => import('./audit-catalogue/rule-form.ts')

const scopeOf = ({ place, areaName, companyName }: Row) =>
  place === 'platform' ? '全部区划' : place === 'area' ? areaName : companyName || areaName

/** 审核规则: what a purchase is looked at for before money moves (domain.md 8.15 audit-catalogue). */
export default defineList({
  tableId: 'audit-catalogue',
  call: audit.rulePaged,
  exportAs: 'audit.rulePaged',
  empty: '没有符合条件的规则。按「新增规则」写一条，或按「导入」带入',
  filters: [
    'kind',
    'keyword',
    'level',
    'state',
    { key: 'drug', placeholder: '国家码' },
    { key: 'medicalAreaCode', more: true, input: DictionaryAreaSelect },
  ],
  columns: [
    { key: 'code', width: 80, sort: true },
    { key: 'name', width: 165 },
    { key: 'kind', width: 100, sort: true },
    { key: 'condition', width: 160 },
    { key: 'level', width: 70, sort: true, tones: { block: 'harm', remind: 'warn' } },
    { key: 'place', title: '适用范围', width: 90, text: scopeOf },
    { key: 'hits', width: 85, sort: true },
    { key: 'blocks', width: 85 },
    { key: 'enabled', width: 60, tones: { true: 'good', false: 'off' } },
    { key: 'replaced', title: '替代', width: 60, text: ({ replaced }) => (replaced ? '已替代' : '--') },
    ...hiddenColumns({ drugs: 200, message: 200, advice: 200, reasonRequired: 90, medicalTypes: 110, insutypes: 110 }),
    ...hiddenColumns({ gender: 60, ageFrom: 90, ageTo: 90, days: 70, same: 110, daily: 90, dailyUnit: 150, most: 90 }),
    ...hiddenColumns({ cumulative: 90, diseases: 200, against: 200, priceCap: 90, similarity: 100, companyId: 110 }),
    ...hiddenColumns({ beginDay: 105, endDay: 105, version: 70, updatedBy: 100, updatedAt: 130 }),
  ],
  actions: [
    {
      key: 'add',
      text: '新增规则',
      primary: true,
      need: needOf(audit.ruleAdd),
      run: async (_, tools) => (await forms()).addRule(tools),
    },
    {
      key: 'test',
      text: '试算',
      need: needOf(audit.ruleTest),
      run: (_, { dialogs }) => dialogs.open<void>((done) => <Trial onClose={() => done()} />),
    },
    importRows('AuditCatalogue', 'auditRule', '导入审核规则'),
  ],
  rowActions: [
    {
      key: 'edit',
      text: '编辑',
      need: needOf(audit.ruleSave),
      run: async (row, tools) => (await forms()).editRule(row, tools),
    },
    ...switchActions({
      noun: '规则',
      what: ({ code, name }: Row) => `规则「${code} ${name}」`,
      enabled: ({ enabled }: Row) => enabled,
      stop: audit.ruleStop,
      enable: audit.ruleEnable,
      input: ({ id }: Row) => ({ id }),
      loses: ({ place }: Row) =>
        place === 'platform'
          ? '停用后店员不再看到它的提示。没有平台权限时只在本区划停用，别的区划不变。'
          : '停用后店员不再看到它的提示，已有的审核记录不变。',
    }),
  ],
})
