import { choice, email, optional, password, phone, text } from '../field.ts'

const sexes = { 0: '男', 1: '女' } as const

export const sex = choice('性别', sexes)

const userName = text('用户名', { max: 60, required: '用户名不能为空' })

/** What a person is called and reached by (SPEC 5). */
export const personal = {
  surName: text('昵称', { max: 60, required: '昵称不能为空' }),
  name: text('真实姓名', { max: 60, required: '真实姓名不能为空' }),
  sex: optional(sex),
  mobilePhone: optional(phone('手机号码')),
  email: optional(email('邮箱')),
}

/** The profile form (SPEC 3 and 5); userName is read-only. */
export const profile = { userName, ...personal }

/** The two new passwords of a form: one stamp per submit, compared after decoding (DESIGN 5). */
export const newPassword = {
  password: password('新密码', '新密码不能为空'),
  confirmPassword: password('确认密码', '请再次输入密码'),
}

/** The password form (SPEC 3 and 5). */
export const passwordForm = { userName, oldPassword: password('旧密码', '旧密码不能为空'), ...newPassword }
