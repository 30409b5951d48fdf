import { audit } from '@yibao/shared/calls/audit.ts'
import {
  defineList,
  hiddenColumns,
  importRows,
  late,
  needOf,
  shownArea,
  switchActions,
  type Tools,
} from '../../kit/index.ts'
import { DictionaryAreaSelect } from '../../organisation/area-select.tsx'
import { areaShown } from '../../organisation/area-shown.ts'
import { useMe } from '../../state/me.ts'
import type { Row } from './audit-catalogue/fields.ts'

const Trial = late(() => import('./audit-catalogue/trial.tsx'))
// Forms are opened by who keeps the rules; whoever only reads them never needs them.
const forms = () => import('./audit-catalogue/rule-form.ts')

const scopeOf = ({ place, areaName, companyName }: Row) =>
  place === 'platform' ? '全部区划' : place === 'area' ? areaName : companyName || areaName

/** Where a rule is switched: at its own place, and one of everywhere in the area that the list shows, where it is not his to change. */
const whereOf = async (row: Row, tools: Tools) => {
  if (row.place !== 'platform') return `只在${scopeOf(row)}`
  return useMe.getState().me?.isSuperAdmin ? '在全部区划' : `没有平台权限，只在${await areaShown(tools)}`
}

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
      run: async (_, tools) => {
        const where = await areaShown(tools)
        return tools.dialogs.open<void>((done) => (
          <Trial area={shownArea(tools)} where={where} onClose={() => done()} />
        ))
      },
    },
    importRows('AuditCatalogue', 'auditRule', '导入审核规则', { where: areaShown }),
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
      loses: async (row: Row, tools) =>
        `${await whereOf(row, tools)}停用。停用后店员不再看到它的提示，已有的审核记录不变。`,
      gives: async (row: Row, tools) => `${await whereOf(row, tools)}启用，下一次预结算起生效。`,
    }),
  ],
})
