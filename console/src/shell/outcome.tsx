import { rowOfName } from '@yibao/shared/menu.ts'
import { go } from '../state/go.ts'
import { readText } from '../state/storage.ts'
import { Button } from './button.tsx'
import styles from './shell.module.css'

const Outcome = ({ number, title, text }: { number: number; title: string; text: string }) => (
  <div className={styles.outcome}>
    <p className={styles.number}>{number}</p>
    <h1>{title}</h1>
    <p>{text}</p>
    <Button primary onClick={() => go('/')}>
      返回首页
    </Button>{' '}
    <Button onClick={() => history.back()}>返回上一页</Button>
  </div>
)

export const NotFound = () => (
  <Outcome number={404} title="没有这个页面" text="地址可能有误，或页面已移到别处。请从菜单进入。" />
)

/** Shows the account and the page it lacks, so that an administrator can grant it (domain.md 8.1). */
export const NoPermission = () => {
  const menuCode = new URLSearchParams(location.search).get('menu') ?? ''
  const title = rowOfName(menuCode)?.title
  const userName = readText('userName')
  const what = [userName && `账号 ${userName}`, menuCode && `缺少菜单 ${menuCode}`].filter(Boolean).join('，')
  return (
    <Outcome
      number={401}
      title={title ? `没有「${title}」的权限` : '没有权限'}
      text={`${what && `${what}。`}请联系管理员在菜单角色中授权。`}
    />
  )
}
