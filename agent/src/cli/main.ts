import { writeFileSync } from 'node:fs'
import { version } from '../version.ts'
import { wordsFor } from '../words.ts'
import type { Command } from './command.ts'
import { fromSetupOptions } from './setup-options.ts'

const commands: Record<string, () => Promise<{ command: Command }>> = {
  install: () => import('./install.ts'),
  uninstall: () => import('./uninstall.ts'),
  start: () => import('./start.ts'),
  stop: () => import('./stop.ts'),
  status: () => import('./status.ts'),
  doctor: () => import('./doctor.ts'),
  'erp-token': () => import('./erp-token.ts'),
}

const help = `医保云本机助手 ${version}

  agent install    安装、升级或修复
      --server <地址>     医保云的地址，如 https://yibao.example.cn
      --enrol <绑定码>    绑定门店的一次性代码
      --console <来源>    医保云页面的来源，默认与 --server 相同
      --port <端口>       默认 47610-47612 中第一个空闲的
      --simulate 1        模拟读卡器和打印机（只用于演示）
      --user              只为当前用户安装（Linux）
      --root <目录> --data <目录>
  agent uninstall  卸载（--keep-data 保留绑定和驱动）
  agent start | stop | status
  agent doctor     检查这台电脑上的本机助手，有问题时以 1 结束
  agent erp-token  生成 ERP 连接本机助手用的令牌，只显示一次
  agent version
`

/** `--report <file>`: a failure is written there too, for an installer that shows no console. UTF-16, as Windows reads it. */
const takeReport = (args: string[]) => {
  const at = args.indexOf('--report')
  return at < 0 ? undefined : args.splice(at, 2)[1]
}

/** The command line: what an administrator, the installer and support type. */
export const main = async (): Promise<void> => {
  const [name = 'help', ...args] = process.argv.slice(2)
  const load = commands[name]
  if (!load) {
    process.stdout.write(name === 'version' ? `${version}\n` : help)
    return
  }
  const report = takeReport(args)
  try {
    const { command } = await load()
    process.exitCode = await command(fromSetupOptions(args))
  } catch (error) {
    const text = wordsFor(error)
    process.stderr.write(`${text}\n`)
    if (report) writeFileSync(report, `\ufeff${text}`, 'utf16le')
    process.exitCode = 1
  }
}
