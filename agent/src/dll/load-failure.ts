import { AgentError } from '../agent-error.ts'

// The doctor looks before a load and sees most of what can be wrong. What only the loader finds out comes here as its
// own words, which are English or, from a Chinese Windows, Chinese.

const bitsOf = (architecture: string) => (/x64|amd64/i.test(architecture) ? '64 位' : '32 位')

const rules: [pattern: RegExp, failure: (found: RegExpExecArray) => AgentError][] = [
  [
    /Cannot load '([^']+)' DLL in '([^']+)' process/,
    ([, file, host]) => {
      const text = `文件是 ${bitsOf(file!)}的，驱动进程是 ${bitsOf(host!)}的，请换位数相同的文件`
      return new AgentError('DRIVER_BITS', { text })
    },
  ],
  [
    /wrong ELF class: ELFCLASS(32|64)/,
    ([, bits]) => new AgentError('DRIVER_BITS', { text: `文件是 ${bits} 位的，与驱动进程的位数不同` }),
  ],
  [
    /^([^\s:/\\]+): cannot open shared object file/,
    ([, file]) => new AgentError('DRIVER_MISSING_FILE', { text: `缺少文件 ${file}，请把它放进驱动文件夹` }),
  ],
  [
    /initialization (routine )?failed|初始化例程失败|\b1114\b/i,
    () => new AgentError('DRIVER_MISSING_FILE', { text: '动态库装入后自己的初始化没有成功，请检查厂商的运行环境' }),
  ],
  [
    /side-by-side|并行配置|\b14001\b/i,
    () => {
      const text = '动态库要用的 Visual C++ 运行库没有装好，请安装与动态库位数相同的那一个，再点〔恢复驱动〕'
      return new AgentError('DRIVER_MISSING_FILE', { text })
    },
  ],
  [
    /module could not be found|找不到指定的模块|\b126\b/i,
    () => new AgentError('DRIVER_MISSING_FILE', { text: '动态库依赖的文件不全，系统没有说明是哪一个' }),
  ],
]

/** Why a library could not be loaded, in Chinese; the loader's own words without our folders where no rule knows them. */
export const loadFailure = (fault: unknown, driverDir: string): AgentError => {
  const words = fault instanceof Error ? fault.message.replaceAll(driverDir, '').trim() : ''
  const said = words.replace(/^Failed to load shared library:\s*/, '')
  for (const [pattern, failure] of rules) {
    const found = pattern.exec(said)
    if (found) return failure(found)
  }
  return new AgentError('DRIVER_MISSING_FILE', { text: `动态库不能装入${said ? `，系统说：${said}` : ''}` })
}
