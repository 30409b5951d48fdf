import { Component, type ReactNode } from 'react'
import { ui } from '../api/ui.ts'
import { currentPath } from '../state/place.ts'
import { isMissingPart, tellFault } from './error-report.ts'

/** ms until a part that could not be read is asked for anew. */
const pause = 3000

interface Props {
  /** It is asked for now. */
  open: boolean
  /** Takes the wish back: it broke, and is asked for anew by a person. */
  close: () => void
  children: ReactNode
}

/** What stands beside the pages: a part of it that does not come, or breaks, takes neither them nor what was typed there along. */
export class Beside extends Component<Props, { failed: boolean }> {
  override state = { failed: false }
  timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error) {
    const told = tellFault(error, currentPath())
    if (isMissingPart(error)) this.timer = setTimeout(() => this.setState({ failed: false }), pause)
    else {
      ui().error(`这个窗口出错了${told ? '，错误已上报' : ''}。请再打开一次；仍不行时刷新页面`)
      this.props.close()
    }
  }

  override componentDidUpdate() {
    if (this.state.failed && !this.props.open) this.setState({ failed: false })
  }

  override componentWillUnmount() {
    clearTimeout(this.timer)
  }

  override render() {
    return !this.state.failed && this.props.children
  }
}
