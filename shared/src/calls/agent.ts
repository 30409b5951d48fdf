import { commandTextMost, paths, reversedBillsAtOnce, slipsAtOnce } from '../agent/cloud.ts'
import { type InputOf, post } from '../call.ts'
import { choice, code, data, flag, group, id, integer, list, note, optional, text } from '../field.ts'
import { agentBrowser } from './agent-browser.ts'

// What an agent asks its server (how it signs, and what it demands of an answer, is agent/cloud.ts), and what a browser needs to talk to its agent. There is no
// call for action tickets: they come with the question that needs them (DESIGN 6), never on a browser's word.

const agentId = code('助手', { max: 64 })

/** The policy and its signature; the agent checks both itself, field by field. */
const signedPolicy = group('策略', { policy: data('策略'), policySignature: code('签名', { max: 200 }) })

const device = { version: text('版本', { max: 40 }), policyVersion: integer('策略版本') }

export const agent = {
  /** By the one-time code of the client monitor page or of `npm start`; signed with the new key. */
  enroll: post(paths.enrol, {
    title: '登记助手',
    public: true,
    audit: { action: '登记助手', record: ['agentId', 'version'] },
    input: {
      code: text('绑定码', { max: 64 }),
      agentId,
      publicKey: code('公钥', { max: 200 }),
      machine: group('电脑', {
        name: text('名称', { max: 255 }),
        os: text('系统', { max: 64 }),
        arch: text('架构', { max: 32 }),
      }),
      version: text('版本', { max: 40 }),
    },
    result: signedPolicy,
  }),
  /** Signed by the agent. */
  policy: post(paths.policy, {
    title: '助手策略',
    public: true,
    input: { agentId, policyVersion: integer('策略版本') },
    result: signedPolicy,
  }),
  /** Signed by the agent, every 30 s. */
  heartbeat: post(paths.heartbeat, {
    title: '助手心跳',
    public: true,
    input: {
      agentId,
      ...device,
      drivers: list(
        group('驱动', {
          id: text('驱动', { max: 64 }),
          // '' of a driver whose manifest cannot be read: it is told like the others, and the agent stays online.
          version: note('版本', { max: 40 }),
          state: text('状态', { max: 32 }),
        }),
        '驱动',
        { max: 100 },
      ),
      printers: list(
        group('打印机', { name: text('名称', { max: 255 }), state: text('状态', { max: 32 }) }),
        '打印机',
        { max: 200 },
      ),
      /** Since midnight; lastReadAt unix ms. */
      health: optional(
        group('运行情况', {
          lastReadAt: optional(integer('最近读卡')),
          reads: integer('读卡'),
          readFaults: integer('读卡未成功'),
          faults: integer('故障'),
        }),
      ),
      /** Of the interface that reaches the server: what the store's sign-ins with the centre (9001) name. */
      network: optional(group('网络', { mac: text('MAC', { max: 20 }), ip: text('IP', { max: 60 }) })),
      /** It signs the sessions that it opens (ticket.ts, sessionText); agents of before do not, and say nothing. */
      signs: optional(flag('会话签名')),
      /** Of its own records (print jobs, what its ERP was told) what was damaged and begun anew: a person has to look. */
      records: optional(note('本机记录', { max: 200 })),
      update: optional(
        group('升级', {
          to: text('版本', { max: 40 }),
          phase: text('进度', { max: 20 }),
          reason: optional(note('原因', { max: 200 })),
          unfit: optional(list(text('版本', { max: 40 }), '不能核对签名的版本', { max: 20 })),
        }),
      ),
    },
    result: group('心跳', { policyVersion: integer('策略版本'), release: optional(text('可升级版本')) }),
  }),
  /** The release that is meant for this agent now; it checks the signatures itself. Signed by the agent. */
  release: post(paths.release, {
    title: '助手升级版本',
    public: true,
    input: { agentId },
    result: group('升级版本', { release: optional(data('签名清单')), forced: flag('营业中升级') }),
  }),
  /** Bytes of a file of a release from here on, two megabytes at most. Signed by the agent. */
  releasePiece: post(paths.releasePiece, {
    title: '助手升级文件',
    public: true,
    input: { agentId, sha256: code('校验值', { max: 64 }), from: integer('起始字节') },
    file: 'application/octet-stream',
  }),
  /** Held open until an administrator wants something of this agent, 25 s at most. Signed by the agent. */
  listen: post(paths.listen, {
    title: '助手等待指令',
    public: true,
    input: { agentId },
    result: group('指令', {
      commands: list(group('指令', { command: data('指令'), signature: code('签名', { max: 200 }) }), '指令', {
        max: 20,
      }),
    }),
  }),
  /** How a command ended. Signed by the agent. */
  commandDone: post(paths.commandDone, {
    title: '助手指令结果',
    public: true,
    input: { agentId, id: id('指令'), ok: flag('成功'), text: note('结果', { max: commandTextMost }) },
  }),
  /** ERP bills of its stores that were taken back since; the frames are what its ERP is told. Signed by the agent. */
  reversedBills: post(paths.reversedBills, {
    title: '助手查询已撤销的 ERP 销售单',
    public: true,
    input: {
      agentId,
      since: integer('起始时间'),
      unknown: optional(list(id('结果未知的订单'), '结果未知的订单', { max: reversedBillsAtOnce })),
    },
    result: group('已撤销的销售单', {
      frames: list(data('结果消息'), '结果消息', { max: reversedBillsAtOnce }),
      since: integer('下次起始时间'),
      /** Of one order two, where a bill was taken off it. */
      turned: optional(list(data('结果消息'), '结果消息', { max: 2 * reversedBillsAtOnce })),
      ended: optional(list(data('结果消息'), '结果消息', { max: reversedBillsAtOnce })),
    }),
  }),
  /** What became elsewhere of slips that wait in its print queue, of its own stores only. Signed by the agent. */
  slipsElsewhere: post(paths.slipsElsewhere, {
    title: '助手查询等待的小票',
    public: true,
    input: { agentId, slipIds: list(id('单据'), '单据', { max: slipsAtOnce }) },
    result: group('等待的小票', {
      slips: list(
        group('小票', {
          slipId: id('单据'),
          news: choice('情况', { out: '已在别处打印', again: '已补打', reversed: '已撤销' }),
        }),
        '小票',
      ),
    }),
  }),
  /** A piece of a file of a driver package, by its hash; signed by the agent, and only what its policy names. */
  driverFile: post(paths.driverFile, {
    title: '驱动文件',
    public: true,
    input: { agentId, sha256: code('SHA-256', { max: 64 }), from: integer('起始字节') },
    result: group('文件片段', { size: integer('字节'), data: note('内容', { max: 1_000_000 }) }),
  }),
  ...agentBrowser,
}

export type Heartbeat = InputOf<typeof agent.heartbeat>
export type CommandDone = InputOf<typeof agent.commandDone>
