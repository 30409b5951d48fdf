import type { medicalDll } from '@yibao/shared/calls/driver-package.ts'
import { download } from '../api/index.ts'
import { act, defineList, late, needOf, type RowOf, uploadAction } from '../kit/index.ts'
import { SuperAreaSelect } from '../organisation/area-select.tsx'

const AbiEditor = late(async () => ({ default: (await import('./abi-editor.tsx')).AbiEditor }))

const TryOut = late(async () => ({ default: (await import('./try-out.tsx')).TryOut }))

type Calls = typeof medicalDll
type Row = RowOf<Calls['paged']>

interface PackagePage {
  tableId: string
  calls: Calls
  /** 读卡DLL */
  noun: string
  empty: string
  /** Columns and filters that only this page has use for. */
  columns?: string[]
  filters?: ('kind' | 'areaCode')[]
}

const what = ({ name, version }: Row) => `「${name} ${version}」`
const which = ({ id }: Row) => ({ id })
const spread = '电脑在线时约 30 秒内换上，正在进行的读卡不受影响；离线的电脑上线后换上。'

/** A page of driver packages: versions, their interface, what the counters use (domain.md 8.2). */
export const packagePage = ({ tableId, calls, noun, empty, columns = [], filters = [] }: PackagePage) =>
  defineList({
    tableId,
    call: calls.paged,
    empty,
    refreshEvery: 30_000,
    filters: [
      'keyword',
      ...filters.map((key) => (key === 'areaCode' ? { key, input: SuperAreaSelect } : key)),
      'state',
      { key: 'version', more: true },
    ],
    columns: [
      { key: 'name', width: 186, sort: true },
      { key: 'version', width: 80 },
      { key: 'state', width: 90, tones: { enabled: 'good', draft: 'action', stopped: 'off' } },
      { key: 'clients', width: 104 },
      ...columns.map((key) => ({ key, width: 110 })),
      { key: 'entry', width: 140 },
      { key: 'bits', width: 60 },
      { key: 'former', width: 90 },
      { key: 'uploadedAt', width: 108, sort: true },
      { key: 'driverId', width: 130, sort: true, hidden: true },
      { key: 'vendor', width: 110, hidden: true },
      { key: 'convention', width: 90, hidden: true },
      { key: 'encoding', width: 80, hidden: true },
      { key: 'files', width: 80, hidden: true },
      { key: 'size', width: 100, sort: true, hidden: true },
      { key: 'sha256', width: 240, hidden: true },
      { key: 'uploadedBy', width: 100, hidden: true },
    ],
    actions: [
      uploadAction({
        key: 'upload',
        text: `上传${noun}`,
        call: calls.add,
        file: '驱动包（zip）',
        accept: '.zip',
        fields: ['vendor', 'areaCode'],
        inputs: { areaCode: SuperAreaSelect },
        intro: 'zip 里放 driver.json 和厂商的全部文件。上传即登记校验值，启用后才下发到电脑。',
        done: `${noun}已上传，核对接口后启用`,
      }),
    ],
    rowActions: [
      {
        key: 'abi',
        text: '接口',
        need: needOf(calls.update),
        run: (row: Row, { dialogs }) =>
          dialogs.open<boolean>((done) => <AbiEditor calls={calls} id={row.id} onClose={done} />),
      },
      act({
        key: 'enable',
        text: '启用',
        call: calls.enable,
        shown: ({ state }: Row) => state !== 'enabled',
        input: which,
        confirm: (row: Row) => ({ title: `启用${what(row)}`, tips: spread }),
        done: '已启用，正在下发',
      }),
      act({
        key: 'rollBack',
        text: '回退',
        danger: true,
        call: calls.rollBack,
        shown: ({ state, former }: Row) => state === 'enabled' && former !== '',
        input: which,
        confirm: (row: Row) => ({ title: `${what(row)}回退到 ${row.former}`, tips: spread }),
        done: '已回退，正在下发上一版本',
      }),
      act({
        key: 'stop',
        text: '停用',
        danger: true,
        call: calls.stop,
        shown: ({ state }: Row) => state === 'enabled',
        input: which,
        confirm: (row: Row) => ({
          title: `停用${what(row)}`,
          tips: `${row.clients} 台电脑正在使用。停用后它们改用本机自己安装的驱动，没有安装的不能读卡。`,
        }),
        done: '已停用',
      }),
      {
        key: 'test',
        text: '试用',
        need: needOf(calls.test),
        shown: ({ state }: Row) => state === 'enabled',
        run: ({ id, driverId }: Row, { dialogs }) =>
          dialogs.open<void>((done) => <TryOut calls={calls} id={id} driverId={driverId} onClose={() => done()} />),
      },
      {
        key: 'download',
        text: '下载',
        need: needOf(calls.download),
        run: ({ id }: Row) => download(calls.download, { id }),
      },
    ],
  })
