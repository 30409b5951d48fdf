import { upgradeClient } from '@yibao/shared/calls/upgrade-client.ts'
import { act, defineList, late, needOf } from '../../kit/index.ts'
import { idOf, is, offerActions, type Row, resumeQuestion } from './upgrade-client-config/offer.ts'

const UploadRelease = late(() => import('./upgrade-client-config/upload.tsx'))
const ReleaseDetail = late(() => import('./upgrade-client-config/detail.tsx'))

/** 客户端升级配置: signed releases of the agent, offered in growing rings (domain.md 8.2). Super administrators only. */
export default defineList({
  tableId: 'upgrade-client-config',
  call: upgradeClient.paged,
  rowKey: 'releaseId',
  empty: '还没有升级版本。离线签名后，按「上传版本」登记',
  filters: ['version', 'channel', 'state'],
  refreshEvery: 30_000,
  columns: [
    { key: 'version', width: 96, sort: true },
    { key: 'channel', width: 78, tones: { stable: 'good', grey: 'warn' } },
    { key: 'state', width: 88, tones: { draft: 'off', open: 'good', paused: 'warn', withdrawn: 'off' } },
    { key: 'scopeText', width: 88 },
    { key: 'forced', width: 95, tones: { true: 'warn' } },
    { key: 'targets', width: 80 },
    { key: 'installed', width: 80 },
    { key: 'faulty', width: 80 },
    { key: 'minVersion', width: 80 },
    { key: 'size', width: 80 },
    { key: 'publishedAt', width: 106, sort: true },
    { key: 'product', width: 110, hidden: true },
    { key: 'files', width: 80, hidden: true },
    { key: 'signers', width: 160, hidden: true },
    { key: 'expiresAt', width: 110, hidden: true },
    { key: 'createdAt', width: 110, sort: true, hidden: true },
    { key: 'createdBy', width: 90, hidden: true },
  ],
  detail: ({ row, onClose }) => <ReleaseDetail row={row} onClose={onClose} />,
  actions: [
    {
      key: 'upload',
      text: '上传版本',
      primary: true,
      need: needOf(upgradeClient.add),
      run: (_, { dialogs }) => dialogs.open<void>((done) => <UploadRelease onClose={() => done()} />),
    },
  ],
  rowActions: [
    ...offerActions,
    act({
      key: 'pause',
      text: '暂停',
      call: upgradeClient.pause,
      shown: is('open'),
      input: idOf,
      confirm: ({ version }: Row) => ({
        title: `暂停 ${version}`,
        tips: '还没有切换的客户端停在当前版本；已升级的不变。可以随时继续。',
      }),
      done: '已暂停',
    }),
    act({
      key: 'resume',
      text: '继续',
      call: upgradeClient.resume,
      shown: is('paused'),
      input: idOf,
      confirm: resumeQuestion,
      done: '已继续',
    }),
    act({
      key: 'withdraw',
      text: '撤回',
      danger: true,
      call: upgradeClient.withdraw,
      shown: is('draft', 'open', 'paused'),
      input: idOf,
      confirm: ({ version, installed, running = installed }: Row) => ({
        title: `撤回 ${version}`,
        tips: `不再提供给任何客户端，文件从服务器删除，不能恢复。正在使用它的 ${running} 台不会自动退回，请发布更高的版本。`,
      }),
      done: '已撤回',
    }),
  ],
})
