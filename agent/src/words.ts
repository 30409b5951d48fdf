import { CannotStart } from './cannot-start.ts'

// What a command that failed says to the administrator in front of it: what happened and what to do.

const asAdmin = '需要管理员权限，请以管理员身份（Linux 用 root）再运行一次'
const repair = '请重新运行安装程序（修复）'

/** Errors of node and of the operating system's files. */
const fileWords: Record<string, string> = {
  ...{ EACCES: asAdmin, EPERM: asAdmin },
  ENOSPC: '磁盘已满，请清理后再运行一次',
  EROFS: '磁盘是只读的，请检查磁盘后再运行一次',
  ...{ EBUSY: '文件正在使用，请关闭占用它的程序或重启电脑后再运行一次', ETXTBSY: '程序正在运行，请先 agent stop' },
  ENOENT: '找不到文件，它可能被删除或被杀毒软件隔离，请把安装目录加入信任后重新运行安装程序',
  EIO: '磁盘读写出错，请检查磁盘',
}

/** Kinds of SQLite (the lower byte of its code). */
const databaseWords: Record<number, string> = {
  8: '数据文件夹是只读的，请检查磁盘和文件夹的权限后再启动',
  10: '磁盘读写出错，请检查磁盘',
  13: '磁盘已满，请清理后再启动',
  14: '数据文件夹不能写入，请检查磁盘是否已满或只读、文件夹的权限，再启动',
}

/** Numbers of Windows' service manager. */
const windowsWords: Record<number, string> = {
  5: asAdmin,
  1053: '服务没有按时应答，请重启电脑后再运行一次',
  1055: '服务管理器正忙，请稍后再运行一次',
  1058: '服务被禁用，请在「服务」里把启动类型改为自动',
  1060: `服务没有登记，${repair}`,
  1069: `服务的账户不能登录，${repair}`,
  1072: '服务正等待删除，请关闭「服务」窗口或重启电脑后再运行一次',
}

const optionWords: Record<string, (name: string) => string> = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: (name) => `没有 ${name} 这个选项`,
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: (name) => `选项 ${name} 的写法不对`,
  ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL: (name) => `多了「${name}」`,
}

/** The rest is for support, who reads what the system said. */
const forSupport = (said: string) => `请把这一行发给支持人员：${said}`

const reasonOf = (error: unknown): string => {
  const { code = '', message, path, stderr } = error as NodeJS.ErrnoException & { stderr?: string }
  const database = databaseWords[(error as { errcode?: number }).errcode! & 0xff]
  if (code === 'ERR_SQLITE_ERROR' && database) return database
  const windows = /Windows error (\d+)$/.exec(message)
  if (windows) return windowsWords[Number(windows[1])] ?? forSupport(message)
  const option = optionWords[code]
  if (option) return `${option(/'([^' ]+)/.exec(message)?.[1] ?? '')}，用法见 agent help`
  if (fileWords[code]) return path ? `${fileWords[code]}（${path}）` : fileWords[code]
  if (stderr !== undefined) return `系统命令没有成功，${forSupport(message.trim().replaceAll(/\s*\n\s*/g, ' '))}`
  // Our own texts are Chinese already.
  return /[\u4e00-\u9fff]/.test(message) ? message : forSupport(message)
}

/** A failure in words. */
export const wordsFor = (error: unknown): string =>
  error instanceof CannotStart ? error.message : `没有完成：${reasonOf(error)}`

interface Return {
  /** What was to be installed, and what stands again. */
  version: string
  former: string
  /** 'yes', or why the former version does not answer; undefined where nobody here starts it. */
  runs: string | undefined
  /** Its desk is there too, which reads the cards. */
  desk: boolean
  /** Whether the files of the new version are gone; undefined where they are to stay. */
  dropped: boolean | undefined
  /** Folder in which what happened can be read. */
  logs: string
}

/** A failure that came before anything of what was there had been stopped. */
export const untouched = (error: unknown, former: string): string =>
  `${wordsFor(error)}。原来的版本 ${former} 没有动过，可以照常使用`

/** What stands at the counter after an installation that did not succeed. */
export const returned = ({ version, former, runs, desk, dropped, logs }: Return): string => {
  const back = former === version ? `原来的版本 ${former} 还在` : `已换回原来的版本 ${former}`
  const state =
    runs === undefined
      ? '请照原来的方式启动它（agent gateway）'
      : runs === 'yes'
        ? desk
          ? '它已重新运行，收银电脑可以照常读卡和打印'
          : '它已重新运行，有人登录后就可以读卡和打印；已经登录仍不能读卡的，请注销后重新登录'
        : `但它没有应答（${runs}），请重启电脑，仍不能读卡时重新运行原来版本的安装程序`
  const files = {
    true: `${version} 的文件已清理`,
    false: `${version} 的文件仍被占用，留到下次安装时清理`,
    undefined: undefined,
  }[`${dropped}`]
  return [`${back}，${state}`, ...(files ? [files] : []), `运行记录在 ${logs}`].join('；')
}
