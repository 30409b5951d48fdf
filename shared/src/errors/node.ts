import type { ErrorText } from './error-text.ts'

/** Refusals of 站点负载: what a server process may be asked (errors.ts). */
export const nodeErrors = {
  'node.gone': { status: 409, error: '节点「{name}」已退出或失联，不会执行', tips: '请在那台主机上检查进程和网络' },
  'node.last': {
    status: 409,
    error: '「{name}」是最后一个服务的节点，{order}后没有节点服务',
    tips: '请先恢复或启动另一个节点；确实要做，刷新后再按一次并确认',
  },
  'node.alone': {
    status: 409,
    error: '节点「{name}」退出后没有程序把它再启动，没有执行',
    tips: '由 systemd 或容器看护的节点，在环境变量里设 SUPERVISED=1 后可以重启',
  },
  'node.state': { status: 409, error: '节点「{name}」{state}，不能{order}', tips: '请刷新后查看状态' },
  'run.underWay': {
    status: 409,
    error: '{by}正在做「{name}」，没有再开始（{text}）',
    tips: '请等它结束再做，或请{by}停止它；急的门店可以单独选一家做',
  },
  'slow.kind': {
    status: 409,
    error: '这条语句会改数据或太长，没有执行计划可看',
    tips: '只有查询语句（select）可以看；完整语句可复制给数据库管理员',
  },
  'slow.plan': {
    status: 409,
    error: '数据库没有给出这条语句的执行计划（{code}）',
    tips: '语句里的固定值没有保存，个别写法因此不能单独分析；请把完整语句交给数据库管理员',
  },
} as const satisfies Record<string, ErrorText>
