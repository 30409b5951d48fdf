import { get, pageOf, paging, post } from '../call.ts'
import {
  auditPlaces,
  auditRuleForm,
  auditRuleRow,
  auditStates,
  blockRow,
  findingDetail,
  findingRow,
  ruleKinds,
  sampleLine,
  trialHit,
} from '../entities/audit.ts'
import { auditLevels } from '../entities/audit-hit.ts'
import { choice, code, day, dict, group, id, integer, list, note, optional, text } from '../field.ts'
import { omit } from '../omit.ts'

const rules = 'AuditCatalogue'
const findings = 'AuditManagement'
const one = { id: id('编号') }
const many = { ids: list(id('编号'), '审核记录', { max: 200 }) }
const recorded: (keyof typeof auditRuleForm)[] = ['code', 'name', 'kind', 'level', 'drugs', 'days', 'daily', 'most']
const opinion = text('意见', { min: 2, max: 500 })

/** Where a rule holds; a platform's rule is a super administrator's. */
const place = {
  medicalAreaCode: optional(code('区划', { max: 6 })),
  place: choice('适用范围', auditPlaces),
  companyId: optional(code('公司', { max: 40 })),
}

/** 审核规则 (domain.md 8.15 audit-catalogue). */
const library = {
  rulePaged: get('/api/Audit/RulePaged', {
    menu: rules,
    scope: 'area',
    title: '审核规则',
    input: {
      ...paging,
      medicalAreaCode: place.medicalAreaCode,
      kind: optional(choice('类型', ruleKinds)),
      keyword: optional(note('编码或名称', { max: 60 })),
      level: optional(choice('级别', auditLevels)),
      state: optional(choice('状态', { inForce: '有效', stopped: '停用', ended: '已过期', replaced: '已被替代' })),
      /** A national code: rules that hold for it. */
      drug: optional(code('药品国家码', { max: 30 })),
    },
    result: pageOf(auditRuleRow),
  }),
  ruleAdd: post('/api/Audit/RuleAdd', {
    menu: rules,
    button: 'add',
    scope: 'area',
    title: '新增审核规则',
    audit: { action: '新增审核规则', record: recorded },
    input: { ...place, ...auditRuleForm },
    result: auditRuleRow,
  }),
  /** Of somebody who may not change the rule itself it makes the area's own one of its code. */
  ruleSave: post('/api/Audit/RuleSave', {
    menu: rules,
    button: 'edit',
    scope: 'area',
    title: '修改审核规则',
    audit: { action: '修改审核规则', record: ['id', 'name', 'kind', 'level', 'drugs', 'days', 'daily', 'most'] },
    input: { ...one, medicalAreaCode: place.medicalAreaCode, version: integer('版本'), ...omit(auditRuleForm, 'code') },
    result: auditRuleRow,
  }),
  ruleEnable: post('/api/Audit/RuleEnable', {
    menu: rules,
    button: 'enable',
    scope: 'area',
    title: '启用审核规则',
    audit: { action: '启用审核规则', record: ['id'] },
    input: { ...one, medicalAreaCode: place.medicalAreaCode },
    result: auditRuleRow,
  }),
  ruleStop: post('/api/Audit/RuleStop', {
    menu: rules,
    button: 'stop',
    scope: 'area',
    title: '停用审核规则',
    audit: { action: '停用审核规则', record: ['id'] },
    input: { ...one, medicalAreaCode: place.medicalAreaCode },
    result: auditRuleRow,
  }),
  /** What the rules in force would say of a purchase; nothing is kept. */
  ruleTest: post('/api/Audit/RuleTest', {
    reads: true,
    menu: rules,
    button: 'test',
    scope: 'area',
    title: '试算',
    input: {
      medicalAreaCode: place.medicalAreaCode,
      companyId: place.companyId,
      gender: optional(choice('性别', { 1: '男', 2: '女' })),
      birthday: optional(day('出生日期')),
      insutype: optional(dict('险种', 'insutype')),
      medicalType: dict('医疗类别', 'med_type'),
      diagnosis: optional(note('病种或诊断', { max: 100 })),
      prescription: optional(choice('处方', { yes: '有处方', no: '没有处方' })),
      lines: list(sampleLine, '药品', { max: 20 }),
    },
    result: group('试算', { looked: integer('参与规则'), hits: list(trialHit, '结果') }),
  }),
}

/** 审核管理 (domain.md 8.15 audit-management). */
const handling = {
  paged: get('/api/Audit/Paged', {
    menu: findings,
    scope: 'store',
    title: '审核记录',
    input: {
      ...paging,
      from: optional(day('开始日期')),
      to: optional(day('结束日期')),
      storeId: optional(id('门店')),
      rule: optional(code('规则编码', { max: 20 })),
      kind: optional(choice('类型', ruleKinds)),
      state: optional(choice('状态', auditStates)),
      name: optional(note('参保人', { max: 50 })),
      keyword: optional(note('订单号或结算号', { max: 60 })),
      orderId: optional(id('订单')),
    },
    result: pageOf(findingRow),
  }),
  /** What a rule of level 拦截 stopped: no order came of it. */
  blockPaged: get('/api/Audit/BlockPaged', {
    menu: findings,
    scope: 'store',
    title: '拦截记录',
    input: {
      ...paging,
      from: optional(day('开始日期')),
      to: optional(day('结束日期')),
      storeId: optional(id('门店')),
      rule: optional(code('规则编码', { max: 20 })),
      kind: optional(choice('类型', ruleKinds)),
      operatorName: optional(note('操作员', { max: 50 })),
    },
    result: pageOf(blockRow),
  }),
  get: get('/api/Audit/Get', { menu: findings, scope: 'store', title: '审核记录', input: one, result: findingDetail }),
  /** The store says why it was right to sell. Attachments are uploaded before or after (Attach). */
  appeal: post('/api/Audit/Appeal', {
    menu: findings,
    button: 'handle',
    scope: 'store',
    title: '申诉',
    audit: { action: '审核申诉', record: ['ids', 'opinion'] },
    input: { ...many, opinion },
    result: group('申诉', { done: integer('条数') }),
  }),
  /** The store takes the deduction. */
  accept: post('/api/Audit/Accept', {
    menu: findings,
    button: 'handle',
    scope: 'store',
    title: '认可扣款',
    audit: { action: '认可审核扣款', record: ['ids'] },
    input: many,
    result: group('认可', { done: integer('条数') }),
  }),
  /** What came of it, as the insurance decided; an administrator's, never of whoever appealed. */
  handle: post('/api/Audit/Handle', {
    menu: findings,
    button: 'handle',
    scope: 'store',
    title: '登记审核结果',
    audit: { action: '登记审核结果', record: ['ids', 'passed', 'opinion'] },
    input: { ...many, passed: choice('结果', { yes: '通过', no: '拒付' }), opinion },
    result: group('结果', { done: integer('条数') }),
  }),
  attach: post('/api/Audit/Attach', {
    menu: findings,
    button: 'handle',
    scope: 'store',
    upload: true,
    title: '上传申诉附件',
    audit: { action: '上传申诉附件', record: ['id'] },
    input: one,
    result: findingDetail,
  }),
  attachment: get('/api/Audit/Attachment', {
    menu: findings,
    scope: 'store',
    title: '申诉附件',
    file: 'application/octet-stream',
    input: { ...one, attachmentId: id('附件') },
  }),
}

/** Medical-insurance audit: not a pharmacist's review (ux glossary: 审核(医保) audit). */
export const audit = { ...library, ...handling }
