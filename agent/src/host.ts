// The 32-bit executable: a host and nothing else (DESIGN 8).

import { main } from './host/role.ts'

if (process.argv[2] === 'host') void main()
else {
  process.stderr.write('这是本机助手的 32 位驱动进程，由本机助手启动\n')
  process.exitCode = 2
}
