import { type InputProps, late } from '../kit/index.ts'

/** 操作员 among the filters behind 更多: few ask for one, so its call is read when those are opened. */
export const OperatorFilter = late<InputProps>(
  async () => ({ default: (await import('./operator-select.tsx')).OperatorSelect }),
  undefined,
  false,
)
