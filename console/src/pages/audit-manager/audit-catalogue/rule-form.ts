import { audit } from '@yibao/shared/calls/audit.ts'
import { auditPlaces, type RuleKind, ruleKinds, ruleNeeds } from '@yibao/shared/entities/audit.ts'
import { needed } from '@yibao/shared/field.ts'
import { callServer } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import { shownArea, type Tools } from '../../../kit/index.ts'
import { areaShown } from '../../../organisation/area-shown.ts'
import { CompanySelect } from '../../../organisation/company-select.tsx'
import { ruleInputs } from './codes-select.tsx'
import { aboutKind, fieldsOf, type Row } from './fields.ts'

type Values = Record<string, unknown>

const all = audit.ruleAdd.input.shape
const shapeOf = (names: readonly string[], needs: Partial<Record<string, string>> = {}) =>
  Object.fromEntries(
    names.map((name) => {
      const field = all[name as keyof typeof all]
      const text = needs[name]
      return [name, text ? needed(field, text) : field]
    }),
  )

const intro = (kind: RuleKind) =>
  `${aboutKind[kind]}「适用药品」填国家码或它的开头，用空格或逗号分开${ruleNeeds[kind]?.drugs ? '' : '，不填为全部药品'}。`

/** 新增规则: first the kind and the place, then the fields of that kind. */
export const addRule = async (tools: Tools): Promise<void> => {
  const { dialogs } = tools
  const where = await areaShown(tools)
  let chosen: Values | undefined
  const going = await dialogs.form({
    title: '新增审核规则',
    shape: shapeOf(['kind', 'place', 'companyId']),
    inputs: { companyId: CompanySelect },
    initial: { kind: 'repeat', place: 'area' },
    intro: `适用范围选区划或公司时，规则加在${where}。同一编码的规则，公司的优先于区划的，区划的优先于全部区划的。「公司」只在适用范围选公司时填写。`,
    okText: '下一步',
    cancelText: '不新增',
    submit: async (values) => {
      chosen = values
    },
  })
  if (!going || !chosen) return
  const { kind, place, companyId } = chosen as { kind: RuleKind; place: keyof typeof auditPlaces; companyId?: string }
  const done = await dialogs.form({
    title: `新增${ruleKinds[kind]}规则（${place === 'platform' ? auditPlaces[place] : `${auditPlaces[place]}，${where}`}）`,
    shape: shapeOf(['code', ...fieldsOf(kind)], ruleNeeds[kind]),
    inputs: ruleInputs,
    initial: { level: 'remind', message: '可能被医保审核扣款', advice: '请与参保人确认后继续' },
    intro: intro(kind),
    okText: '新增规则',
    cancelText: '不新增',
    wide: true,
    submit: async (values) => {
      const whose = place === 'company' ? { companyId } : {}
      await callServer(audit.ruleAdd, { ...values, ...whose, ...shownArea(tools), kind, place } as never)
    },
  })
  if (done) ui().success('规则已新增，下一次预结算起生效')
}

/** 编辑: a rule of everywhere becomes the area's own one of its code, where it is not the person's to change. */
export const editRule = async (row: Row, tools: Tools): Promise<void> => {
  const { dialogs, again } = tools
  const where = await areaShown(tools)
  const names = fieldsOf(row.kind)
  const pick = (from: Values) => Object.fromEntries(names.map((name) => [name, from[name]]))
  let version = row.version
  const done = await dialogs.form({
    title: `编辑 ${row.code} ${row.name}`,
    shape: shapeOf(names, ruleNeeds[row.kind]),
    inputs: ruleInputs,
    initial: pick(row),
    stored: async () => {
      const now = (await again?.(row)) as Row | undefined
      version = now?.version ?? version
      return now && pick(now)
    },
    intro:
      row.place === 'platform'
        ? `${intro(row.kind)}这是全部区划的规则：没有平台权限时，保存后在${where}替代它，别的区划不变。`
        : intro(row.kind),
    okText: '保存',
    cancelText: '不保存',
    wide: true,
    submit: (values) =>
      callServer(audit.ruleSave, { ...values, ...shownArea(tools), id: row.id, kind: row.kind, version } as never),
  })
  if (done) ui().success('规则已修改，下一次预结算起生效')
}
