import type { ServiceState } from '../install/platform.ts'
import type { Look } from './finding.ts'

const again = '重新运行安装程序（修复）'

export const stateWords: Record<ServiceState, string> = {
  running: '正在运行',
  starting: '正在启动',
  stopping: '正在停止',
  stopped: '已停止',
  absent: '没有登记',
}

/** Whether the service runs and comes back after a restart of the PC, and what to do where it does not. */
export const service: Look = async ({ setup }) => {
  if (!setup.supervised) return [{ level: 'note', text: '这台机器没有运行 systemd，服务不会自己启动' }]
  const state = await setup.state()
  const text = `服务${stateWords[state]}`
  if (state !== 'running') {
    const cure = state === 'absent' ? again : '运行 agent start；反复停止时重新运行安装程序'
    return [{ level: 'bad', text, cure }]
  }
  if (await setup.startsItself()) return [{ level: 'ok', text }]
  return [{ level: 'bad', text: `${text}，但重启电脑后不会自己启动`, cure: again }]
}
