/** What a person who runs a tool can put right, in words; undefined for a fault of ours, which keeps its stack. */
const wordsOf = (fault: unknown): string | undefined => {
  if (!(fault instanceof Error)) return undefined
  const { code = '', path = '' } = fault as NodeJS.ErrnoException
  if (code === 'ENOENT') return `没有这个文件：${path}`
  if (code === 'EEXIST') return `${path} 已存在，没有覆盖：丢了旧密钥就不能再签名；确实要换请先把它移走`
  if (code === 'EISDIR' || code === 'ENOTDIR') return `${path} 应为${code === 'EISDIR' ? '文件' : '目录'}`
  if (code === 'EACCES') return `没有读写 ${path} 的权限`
  if (code.startsWith('ERR_OSSL')) return '密钥文件不是可用的 PEM 私钥，密钥由 node tools/sign-release.ts key 生成'
  return fault instanceof SyntaxError ? `不是有效的 JSON：${fault.message}` : undefined
}

/** Runs what a tool does and prints what it answers; what its user can put right is said without a stack. */
export const byHand = (main: () => string): void => {
  try {
    process.stdout.write(main())
  } catch (fault) {
    const words = wordsOf(fault)
    if (words === undefined) throw fault
    process.stderr.write(`${words}\n`)
    process.exitCode = 1
  }
}
