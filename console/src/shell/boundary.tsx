import { errorLog } from '@yibao/shared/calls/auth.ts'
import { Component, type ReactNode } from 'react'
import { callServer } from '../api/index.ts'
import { Button } from './button.tsx'
import { report } from './error-report.ts'
import styles from './shell.module.css'

interface Props {
  page: string
  onRetry: () => void
  children: ReactNode
}

/** One broken page never takes the others along; the fault is reported without data of the page. */
export class Boundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error) {
    const entry = report(error, this.props.page)
    if (entry) void callServer(errorLog.add, entry, { silent: true }).catch(() => undefined)
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <div className={styles.outcome} role="alert">
        <h1>这个页面出错了</h1>
        <p>其他页签不受影响，错误已上报。重新打开本页即可继续，未保存的内容需要重新填写。</p>
        <Button primary onClick={this.props.onRetry}>
          重新打开
        </Button>
      </div>
    )
  }
}
