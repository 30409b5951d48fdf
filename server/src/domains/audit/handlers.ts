import type { audit as calls } from '@yibao/shared/calls/audit.ts'
import type { auditCounter } from '@yibao/shared/calls/audit-counter.ts'
import type { Handlers } from '../../call/mount.ts'
import { coverageFor } from './counter/coverage.ts'
import { attach, attachmentOf } from './findings/attach.ts'
import { blockRows } from './findings/blocks.ts'
import { accept, appeal, handle } from './findings/handle.ts'
import { findingRows, shownFinding } from './findings/rows.ts'
import { ruleRows } from './rules/rows.ts'
import { addRule, saveRule, switchRule } from './rules/save.ts'
import { tryRules } from './rules/try.ts'

/** 审核规则 and 审核管理 (domain.md 8.15). */
export const auditHandlers: Handlers<typeof calls> = {
  rulePaged: (filters, c) => ruleRows.page(c, filters),
  ruleAdd: addRule,
  ruleSave: saveRule,
  ruleEnable: switchRule(true),
  ruleStop: switchRule(false),
  ruleTest: tryRules,
  paged: (filters, c) => findingRows.page(c, filters),
  blockPaged: (filters, c) => blockRows.page(c, filters),
  get: ({ id }, c) => shownFinding(c, id),
  appeal: (input, c) => appeal(c, input),
  accept: (input, c) => accept(c, input),
  handle: (input, c) => handle(c, input),
  attach,
  attachment: attachmentOf,
}

/** What its library tells the counter (ux 1.2). */
export const auditCounterHandlers: Handlers<typeof auditCounter> = { coverage: coverageFor }
