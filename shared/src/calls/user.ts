import { get, post } from '../call.ts'
import { passwordForm, profile } from '../entities/account.ts'
import { userRow } from '../entities/permission.ts'
import { id } from '../field.ts'

/** The caller's own account: profile drawer, password dialog, /change. */
export const account = {
  changeUser: post('/api/User/ChangeUser', {
    title: '修改用户信息',
    audit: { action: '修改个人信息', target: ['userName'] },
    input: profile,
  }),
  /** Keeps this session, ends the others of the same person. */
  changePassword: post('/api/User/ChangePassword', {
    title: '修改密码',
    beforeChange: true,
    audit: { action: '修改密码', target: ['userName'], record: ['userName'] },
    input: passwordForm,
  }),
  /** /change without a session, or with one that may do nothing else: ends every session, then /login. */
  forceChangePassword: post('/api/User/ForceChangePassword', {
    title: '修改密码',
    public: true,
    audit: { action: '修改密码', target: ['userName'], record: ['userName'] },
    input: passwordForm,
  }),
  /** Oneself, or somebody of the scope for whoever manages users. */
  pullStoreUser: get('/api/User/PullStoreUser/:userId', {
    title: '用户信息',
    scope: 'store',
    input: { userId: id('用户编号') },
    result: userRow,
  }),
}
