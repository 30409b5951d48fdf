import { type InputProps, late } from '../kit/index.ts'

/** 公司 among the filters behind 更多: few ask for one, so its calls are read when those are opened. */
export const CompanyFilter = late<InputProps>(
  async () => ({ default: (await import('./company-select.tsx')).CompanySelect }),
  undefined,
  false,
)
