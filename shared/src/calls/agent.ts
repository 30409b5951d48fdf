import { paths } from '../agent/enrol.ts'
import { post } from '../call.ts'
import { code, data, group, integer, list, note, text, time } from '../field.ts'

// What an agent asks its server (the wire is agent/enrol.ts), and what a browser needs to talk to its agent. There is no
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
      code: text('登记码', { max: 64 }),
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
    },
    result: group('心跳', { policyVersion: integer('策略版本') }),
  }),
  /** A piece of a file of a driver package, by its hash; signed by the agent, and only what its policy names. */
  driverFile: post(paths.driverFile, {
    title: '驱动文件',
    public: true,
    input: { agentId, sha256: code('SHA-256', { max: 64 }), from: integer('起始字节') },
    result: group('文件片段', { size: integer('字节'), data: note('内容', { max: 1_000_000 }) }),
  }),
  /** Lets this browser open a session with the agent of its counter: 60 s, once, for its own key only. */
  sessionTicket: post('/api/Agent/SessionTicket', {
    title: '助手会话票据',
    input: { agentId, origin: code('网址', { max: 255 }), jkt: code('密钥指纹', { max: 64 }) },
    result: group('票据', { ticket: note('票据'), expiresAt: time('有效期至') }),
  }),
}
