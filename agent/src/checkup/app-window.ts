import { appTitle } from '../install/app-icons.ts'
import { type AppWindow, appAddress, appWindow } from '../install/app-window.ts'
import type { Finding, Look } from './finding.ts'

const again = '以管理员身份重新运行安装程序（修复）'

const findings: Record<AppWindow, (address: string) => Finding> = {
  there: (address) => ({ level: 'ok', text: `桌面上的「${appTitle}」图标打开 ${address}` }),
  absent: (address) => ({
    level: 'note',
    text: `桌面上没有打开 ${address} 的「${appTitle}」图标：在浏览器标签页里，焦点到地址栏时扫的码会进搜索引擎`,
    cure: again,
  }),
  noBrowser: () => ({
    level: 'note',
    text: `没有找到为所有用户安装的 Edge 或 Chrome，桌面上没有「${appTitle}」图标`,
    cure: `安装 Edge 或 Chrome，再${again}`,
  }),
}

/** Whether the console opens as a window of its own (ux 2.1); an installation of one person's own has no such icon. */
export const appWindowIcon: Look = async ({ root, settings }) =>
  settings.scope === 'system' ? [findings[await appWindow(root, settings)](appAddress(settings))] : []
