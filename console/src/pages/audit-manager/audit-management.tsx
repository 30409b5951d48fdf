import { defineSides, late } from '../../kit/index.ts'
import { Findings } from './audit-management/findings.tsx'

/** 审核管理: what was sold although the audit said something, and what it stopped (domain.md 8.15). */
export default defineSides('审核管理', [
  { value: 'findings', label: '审核记录', List: Findings },
  { value: 'blocks', label: '拦截记录', List: late(() => import('./audit-management/blocks.tsx')) },
])
