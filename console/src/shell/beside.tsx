import { Component, type ReactNode } from 'react'
import { currentPath } from '../state/place.ts'
import { isMissingPart, tellFault } from './error-report.ts'

/** ms until a part that could not be read is asked for anew. */
const pause = 3000

/** What stands beside the pages: a part of it that does not come, or breaks, takes neither them nor what was typed there along. */
export class Beside extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error) {
    tellFault(error, currentPath())
    if (isMissingPart(error)) this.timer = setTimeout(() => this.setState({ failed: false }), pause)
  }

  override componentWillUnmount() {
    clearTimeout(this.timer)
  }

  override render() {
    return !this.state.failed && this.props.children
  }
}
