/** Why a password must be changed before anything else: somebody else chose it, or it is too old. */
export const mustChanges = { initial: '初始密码', expired: '密码已过期' } as const

export type MustChange = keyof typeof mustChanges

/** Characters a password has. */
const least = 8
const most = 64
const kinds = [/[A-Za-z]/, /\d/, /[^A-Za-z\d]/]

/** Of a new password and its confirmation (SPEC 5, letter by letter). */
export const passwordsDiffer = '两次输入密码不一致!'

/** Earlier passwords that may not come again, the present one included. */
export const rememberedPasswords = 3

/** What is wrong with a new password, in words for the person; undefined when it is good. Forms and the server ask it. */
export const passwordFault = (password: string, userName: string): string | undefined => {
  const length = [...password].length
  if (length < least || length > most) return `密码应为 ${least} 到 ${most} 位`
  if (/\s/.test(password)) return '密码不能包含空格'
  if (kinds.filter((kind) => kind.test(password)).length < 2) return '密码至少包含字母、数字、符号中的两种'
  const name = userName.trim().toLowerCase()
  return name && password.toLowerCase().includes(name) ? '密码不能包含用户名' : undefined
}
