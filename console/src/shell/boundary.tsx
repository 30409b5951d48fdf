import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { isMissingPart, tellFault } from './error-report.ts'
import { reloadConsole } from './new-version.tsx'
import styles from './outcome.module.css'

interface Props {
  page: string
  onRetry: () => void
  children: ReactNode
}

/** One broken page never takes the others along; the fault is reported without data of the page. */
export class Boundary extends Component<Props, { error: Error | null; told?: boolean }> {
  override state: { error: Error | null; told?: boolean } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error) {
    this.setState({ told: tellFault(error, this.props.page) })
  }

  override render() {
    const { error, told } = this.state
    if (!error) return this.props.children
    if (isMissingPart(error))
      return (
        <div className={styles.outcome} role="alert">
          <h1>这个页面的内容没有取到</h1>
          <p>医保云可能已更新，或网络中断。可以重试；仍打不开时请刷新，其他页签未保存的内容会先询问。</p>
          <Button primary onClick={this.props.onRetry}>
            重试
          </Button>{' '}
          <Button onClick={() => void reloadConsole()}>立即刷新</Button>
        </div>
      )
    return (
      <div className={styles.outcome} role="alert">
        <h1>这个页面出错了</h1>
        <p>其他页签不受影响{told && '，错误已上报'}。重新打开本页即可继续，未保存的内容需要重新填写。</p>
        <Button primary onClick={this.props.onRetry}>
          重新打开
        </Button>
      </div>
    )
  }
}
