import { menuRows } from '@yibao/shared/menu.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { go } from '../state/go.ts'
import { readToken } from '../state/session.ts'
import { readText } from '../state/storage.ts'
import { Button } from './button.tsx'
import styles from './outcome.module.css'
import { untilRead } from './until-read.ts'

const Outcome = ({ number, title, text }: { number: number; title: string; text: ReactNode }) => (
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

/** An address without a page (SPEC 2: /404). */
export const NotFound = () => (
  <Outcome number={404} title="没有这个页面" text="地址可能有误，或页面已移到别处。请从菜单进入。" />
)

const WhyHidden = lazy(() => untilRead(async () => (await import('./why-hidden.tsx')).default))

/** Shows the account and the page it lacks (domain.md 8.1), why, and who can grant it. */
export const NoPermission = () => {
  const menuCode = new URLSearchParams(location.search).get('menu') ?? ''
  const title = menuRows.find((row) => row.menuCode === menuCode && !row.of)?.title
  const userName = readText('userName')
  const what = [userName && `账号 ${userName}`, menuCode && `缺少菜单 ${menuCode}`].filter(Boolean).join('，')
  const words = '请联系管理员在菜单角色中授权。'
  return (
    <Outcome
      number={401}
      title={title ? `没有「${title}」的权限` : '没有权限'}
      text={
        <>
          {what && `${what}。`}
          {title && readToken() ? (
            <Suspense fallback={words}>
              <WhyHidden menuCode={menuCode} otherwise={words} />
            </Suspense>
          ) : (
            words
          )}
        </>
      }
    />
  )
}
