import { role } from '@yibao/shared/calls/auth.ts'
import { useCall } from '../api/index.ts'

/** Why this account has not the page, and who can grant it; `otherwise` where the server does not say. */
const WhyHidden = ({ menuCode, otherwise }: { menuCode: string; otherwise: string }) => {
  const { data } = useCall(role.whyHidden, { menuCode }, { silent: true })
  if (!data) return otherwise
  const { reason, ask, grantable } = data
  const whom = ask.length ? `管理员 ${ask.join('、')}` : '管理员'
  return (
    <>
      原因：{reason}。<br />
      {grantable ? `请联系${whom}在菜单角色中授权。` : '这一页不能授权给这类账号，需要时请联系管理员代办。'}
    </>
  )
}

export default WhyHidden
