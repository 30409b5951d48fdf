import type { ErrorText } from './error-text.ts'

/** Refusals of a store’s set-up (errors.ts). */
export const setupErrors = {
  'setup.none': { status: 409, error: '本店不在初始化中', tips: '请返回首页' },
  'setup.admin': { status: 403, error: '只有管理员可以跳过', tips: '请管理员授权，或完成这一步' },
  'setup.trial': { status: 409, error: '没有找到本店的试算', tips: '请重新试算' },
  'setup.staff': { status: 422, error: '医保中心没有本店的药师', tips: '请先在医保中心登记药师，再重新检查' },
  'setup.catalogue': {
    status: 409,
    error: '本公司在本区划还没有商品',
    tips: '请管理员在「目录差异」按「导入商品」后再检查',
  },
  'setup.mapping': {
    status: 409,
    error: '{total} 种商品都没有对照国家码',
    tips: '请在「目录差异」按「重新比对」，采纳建议或导入对照后再检查',
  },
} as const satisfies Record<string, ErrorText>
