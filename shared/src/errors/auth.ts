import type { ErrorText } from './error-text.ts'

/** Refusals of a login, of a second person's word and of a new counter PC. */
export const authErrors = {
  'auth.wrong': { status: 400, error: '用户名或密码不正确', tips: '还可以尝试 {left} 次' },
  // The lock screen asks for no name.
  'auth.wrongPassword': { status: 400, error: '密码不正确', tips: '还可以尝试 {left} 次' },
  'auth.locked': { status: 423, error: '连续输错密码，账号已锁定', tips: '请在 {seconds} 秒后重试，或请管理员解锁' },
  'auth.busy': { status: 429, error: '同时登录的人太多', tips: '请过几秒再试', unlogged: true },
  'auth.stopped': { status: 403, error: '账号已停用', tips: '请联系管理员' },
  'auth.clock': {
    status: 400,
    error: '本机时间与服务器相差过大：本机 {client}，服务器 {server}',
    tips: '请校准本机时间后重试',
  },
  'auth.replayed': { status: 400, error: '登录信息已使用过', tips: '请重新提交' },
  'auth.password': { status: 400, error: '密码格式不正确', tips: '请刷新页面后重新输入' },
  'silent.refused': { status: 403, error: '静默登录未通过', tips: '请核对公司编号、客户端编号和验证码' },
  'silent.page': { status: 404, error: '没有匹配的页面', tips: '请核对 ERP 传来的页面编号，或从登录页进入' },
  'authorize.self': { status: 403, error: '授权人不能是操作员本人', tips: '请另一位有权限的人员授权' },
  'authorize.denied': { status: 403, error: '授权人没有此操作的权限' },
  'authorize.missing': { status: 403, error: '此操作需要授权', tips: '请重新操作；没有要求输入授权人的，先刷新页面' },
  'authorize.used': { status: 403, error: '授权已使用或已过期', tips: '请重新授权' },
  'authorize.password': { status: 403, error: '授权人须先修改密码', tips: '请授权人登录并修改密码后再授权' },
  'client.locked': {
    status: 423,
    error: '公司编号或验证码连续不正确',
    tips: '请核对 ERP 中的公司编号和验证码：正确的立即可用，错误的 {seconds} 秒内不再核对',
  },
  'client.code': { status: 403, error: '公司编号或验证码不正确', tips: '请核对 ERP 中的公司编号和验证码' },
  'client.operator': {
    status: 403,
    error: '「{userName}」不是这家门店的操作员',
    tips: '请用这家门店的操作员账号，或改选门店',
  },
  'client.password': { status: 403, error: '账号须先修改密码', tips: '请登录并修改密码后再登记' },
  'client.taken': {
    status: 409,
    error: '客户端编号 {clientNo} 已用于「{pcName}」',
    tips: '可以替换，或换一个编号',
    messageCode: 'client.taken',
  },
  'client.elsewhere': {
    status: 409,
    error: '客户端编号 {clientNo} 已用于另一家门店',
    tips: '请换一个编号，ERP 的医保设置中也填新的；登记错门店的，请管理员在「客户端监控」的「客户端编号」中解除登记',
  },
} as const satisfies Record<string, ErrorText>
