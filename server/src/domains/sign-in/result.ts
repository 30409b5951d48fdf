import type { SignRow } from '../attendance/sign.ts'

const ends: Record<Exclude<SignRow['ended'], ''>, (row: SignRow) => string> = {
  out: () => '已签退',
  gone: () => '医保中心已没有这个签到号，按签退处理',
  lost: () => '医保中心不再认可这个签到号，已失效',
  again: () => '再次签到，改用新的签到号',
  refused: ({ said }) => `没有签上：${said || '没有收到医保中心的答复'}`,
}

/** Whether a sign-in holds on a day: yesterday's number is dead (domain.md 1.6). */
export const isOpen = ({ signedOutAt, day }: SignRow, today: string): boolean => !signedOutAt && day === today

/** How a sign-in came about or ended, in words. */
export const resultOf = (row: SignRow, today: string): string => {
  if (row.ended) return ends[row.ended](row)
  if (row.signedOutAt) return '已结束'
  return isOpen(row, today) ? '正在使用' : '当天没有签退，签到号已过期'
}
