import { passwordFault, passwordsDiffer } from '@yibao/shared/password.ts'

type Values = Record<string, unknown>
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Problems of a password form by field: the rule of the password itself, and the confirmation (SPEC 5), each at its place. */
export const passwordProblems = (values: Values): Record<string, string> | undefined => {
  const [password, confirm] = [text(values.password), text(values.confirmPassword)]
  const fault = password ? passwordFault(password, text(values.userName)) : undefined
  const problems = {
    ...(fault && { password: fault }),
    ...(confirm && confirm !== password && { confirmPassword: passwordsDiffer }),
  }
  return Object.keys(problems).length ? problems : undefined
}
