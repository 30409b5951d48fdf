import { get, pageOf, paging, post } from '../call.ts'
import { seen } from '../entities/permission.ts'
import { missingFile, releaseChannel, releaseProgress, releaseRow, releaseState, rollout } from '../entities/release.ts'
import { code, group, id, integer, list, note, optional, text } from '../field.ts'

const menu = 'UpgradeClientConfig'
const releaseId = id('版本')
const file = { releaseId, sha256: code('校验值', { max: 64 }) }

/** /system-manager/upgrade-client-config: releases are signed outside; here they are kept, offered and followed. */
export const upgradeClient = {
  paged: get('/api/ClientUpgrade/Paged', {
    menu,
    title: '客户端升级配置',
    input: {
      ...paging,
      version: optional(note('版本', { max: 20 })),
      channel: optional(releaseChannel),
      state: optional(releaseState),
    },
    result: pageOf(releaseRow),
  }),
  /** `signed` is the text of the signed manifest; answers what is still to be uploaded. */
  add: post('/api/ClientUpgrade/Add', {
    menu,
    button: 'upload',
    title: '上传升级版本',
    audit: { action: '上传升级版本' },
    input: { signed: text('签名清单', { max: 600_000 }) },
    result: group('已登记', { releaseId, version: text('版本'), missing: list(missingFile) }),
  }),
  /** One piece of a file, in order; the answer says how much is there now. */
  piece: post('/api/ClientUpgrade/Piece', {
    menu,
    button: 'upload',
    title: '上传升级文件',
    upload: true,
    input: { ...file, from: integer('起始字节') },
    result: group('已收到', { have: integer('已上传') }),
  }),
  /**
   * Offers it to this ring from now on; also widens or narrows a ring that is open, with `seen` only the one that was seen. A
   * paused one stays so, which the answer says: whoever sends it may not know.
   */
  publish: post('/api/ClientUpgrade/Publish', {
    menu,
    button: 'push',
    title: '发布升级版本',
    audit: { action: '发布升级版本', record: ['releaseId', 'scope', 'areas', 'stores', 'forced'] },
    input: { releaseId, ...rollout, seen },
    result: group('发布', { state: releaseState }),
  }),
  /** Nobody begins with it until it goes on; whoever has it keeps it. */
  pause: post('/api/ClientUpgrade/Pause', {
    menu,
    button: 'stop',
    title: '暂停升级',
    audit: { action: '暂停升级', record: ['releaseId'] },
    input: { releaseId },
  }),
  resume: post('/api/ClientUpgrade/Resume', {
    menu,
    button: 'push',
    title: '继续升级',
    audit: { action: '继续升级', record: ['releaseId'] },
    input: { releaseId },
  }),
  /** For good: its files go. Counters that run it are served by a newer version only. */
  withdraw: post('/api/ClientUpgrade/Withdraw', {
    menu,
    button: 'stop',
    title: '撤回升级版本',
    audit: { action: '撤回升级版本', record: ['releaseId'] },
    input: { releaseId },
  }),
  progress: get('/api/ClientUpgrade/Progress', {
    menu,
    title: '升级进度',
    input: { ...paging, releaseId, state: optional(releaseProgress.shape.state) },
    result: pageOf(releaseProgress),
  }),
}
