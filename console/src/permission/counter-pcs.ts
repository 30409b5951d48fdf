import type { UserRow } from './user-actions.tsx'

/** What their counters lose with these accounts: the PCs whose ERP logs in as one of them; '' where there are none. */
export const pcsLost = (rows: readonly Pick<UserRow, 'counterPcs'>[], when: string): string => {
  const pcs = rows.reduce((sum, { counterPcs = 0 }) => sum + counterPcs, 0)
  return pcs
    ? `${pcs} 台电脑的 ERP 用${rows.length > 1 ? '他们' : '这个账号'}登录，${when}随即不能从 ERP 进入：请本店的其他操作员在每台电脑的「安装初始化」重新登记。`
    : ''
}
