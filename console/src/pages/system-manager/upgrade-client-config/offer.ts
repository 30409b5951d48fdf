import { upgradeClient } from '@yibao/shared/calls/upgrade-client.ts'
import { ui } from '../../../api/ui.ts'
import { type Action, act, type RowOf } from '../../../kit/index.ts'
import { audience } from '../../../organisation/audience.ts'

/** A release in the list. */
export type Row = RowOf<typeof upgradeClient.paged>

/** The release as its calls name it. */
export const idOf = ({ releaseId }: Row) => ({ releaseId })
/** Whether a release is in one of these states, for the actions that are shown then. */
export const is =
  (...states: Row['state'][]) =>
  ({ state }: Row) =>
    states.includes(state)

/** Whom no ring reaches. */
const channelWords = ({ channel }: Row) =>
  channel === 'grey'
    ? '灰度版本只提供给医保配置中「本机助手升级通道」为灰度的门店。'
    : '「本机助手升级通道」为灰度的门店不收到正式版本。'

const hours =
  '客户端在打烊后（20:00 至次日 8:00）空闲时升级；选「营业中升级」则空闲即升级。不正常的客户端会自动退回旧版本。'

interface Words {
  key: string
  text: string
  states: Row['state'][]
  intro: string
}

/** The ring of a release. Of one that is paused, for whoever finds it so too late as well, nothing is published by it. */
const offer = ({ key, text, states, intro }: Words) =>
  act({
    key,
    text,
    call: upgradeClient.publish,
    shown: is(...states),
    input: idOf,
    form: {
      wide: true,
      title: ({ version }: Row) => (text === '发布' ? `发布 ${version}` : `改范围：${version}`),
      fields: ['scope', 'areas', 'stores', 'forced'],
      initial: ({ scope, areas, stores, forced, mark }: Row) => ({ scope, areas, stores, forced, seen: mark }),
      intro: (row: Row) => intro + channelWords(row),
      ...audience,
      okText: text === '发布' ? '发布' : '保存范围',
      cancelText: text === '发布' ? '不发布' : '不改',
    },
    // A server of before does not say.
    after: (answer) =>
      ui().success(
        answer?.state === 'paused' ? '范围已保存，版本仍暂停，按「继续」才提供' : '已发布，客户端在下一次心跳时得知',
      ),
  })

export const offerActions: Action<Row>[] = [
  offer({
    ...{ key: 'publish', text: '发布', states: ['draft', 'open'] },
    intro: `先发几家门店，运行正常后再扩大到区划和全部；可随时再次发布来改范围。${hours}`,
  }),
  offer({
    ...{ key: 'ring', text: '改范围', states: ['paused'] },
    intro: `版本已暂停：只保存范围，按「继续」后才提供给范围内的客户端。${hours}`,
  }),
]

/** How many PCs begin with it when it goes on. */
export const resumeQuestion = ({ version, targets, installed, forced }: Row) => ({
  title: `继续提供 ${version}`,
  tips: `范围内 ${targets} 台客户端，${installed} 台已安装，其余 ${Math.max(0, targets - installed)} 台从下一次心跳起得到这个版本，${forced ? '空闲即升级' : '打烊后（20:00 至次日 8:00）空闲时升级'}。要少发一些，先「改范围」。`,
})
