import { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { choice, metaOf, optional } from '@yibao/shared/field.ts'
import { type SourceName, sourceOf } from '@yibao/shared/reporting/sources.ts'
import { callServer } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import type { RowOf, Tools } from '../../../kit/index.ts'
import { OneAreaSelect, SuperAreaSelect } from '../../../organisation/area-select.tsx'
import { useMe } from '../../../state/me.ts'
import { columnsInput } from './columns-input.tsx'
import { parametersInput } from './parameters-input.tsx'
import { RolesSelect } from './roles-select.tsx'

type Row = RowOf<typeof reportDefinition.paged>
type Values = Record<string, unknown>

const all = reportDefinition.add.input.shape

const { code, areaCode, source: _source, ...content } = all

/** The form of a source's report: what may be chosen is what the source has. */
const formOf = (source: SourceName) => {
  const { fields } = sourceOf(source)
  const titles = Object.fromEntries(
    Object.entries(fields).flatMap(([name, { schema, hidden }]) =>
      hidden ? [] : [[name, metaOf(schema)?.title ?? name]],
    ),
  )
  return {
    shape: { ...content, sortField: optional(choice('排序列', titles)) },
    inputs: {
      columns: columnsInput(source),
      parameters: parametersInput(source),
      roles: RolesSelect,
    },
    intro: `${sourceOf(source).about}签字栏的几个人用顿号隔开。`,
    wide: true,
  }
}

const firstContent: Values = {
  ...{ module: 'settlement', period: 'lastMonth', paper: 'landscape', columns: [], parameters: [], roles: [] },
  signatures: '制表、复核',
}

/** 新增报表: first what it is of and where it holds, then what it shows; its code there, for only saving tells that it is taken. */
export const addReport = async ({ dialogs }: Tools): Promise<void> => {
  const isSuper = useMe.getState().me?.isSuperAdmin === true
  let chosen: Values | undefined
  const going = await dialogs.form({
    title: '新增报表',
    shape: isSuper ? { source: all.source, areaCode } : { source: all.source },
    inputs: { areaCode: SuperAreaSelect },
    initial: { source: 'settlements' },
    intro: isSuper ? '不选区划的报表在全部区划使用。数据源以后不能改。' : '报表只在当前区划使用。数据源以后不能改。',
    okText: '下一步',
    cancelText: '不新增',
    submit: async (values) => {
      chosen = values
    },
  })
  if (!going || !chosen) return
  const first = chosen
  const source = first.source as SourceName
  const form = formOf(source)
  const done = await dialogs.form({
    ...form,
    shape: { code, ...form.shape },
    title: `新增报表（${sourceOf(source).title}）`,
    initial: firstContent,
    okText: '保存草稿',
    cancelText: '不新增',
    submit: (values) => callServer(reportDefinition.add, { ...first, ...values } as never),
  })
  if (done) ui().success('草稿已保存，请预览后发布')
}

/** 编辑: a new version behind the one that was opened; what is in force stays until 发布. */
export const editReport = async (row: Row, { dialogs }: Tools): Promise<void> => {
  const { content: stored, version, source } = await callServer(reportDefinition.get, { id: row.id })
  const done = await dialogs.form({
    ...formOf(source),
    title: `编辑 ${row.code} ${row.name}`,
    initial: stored,
    okText: '保存草稿',
    cancelText: '不保存',
    submit: (values) => callServer(reportDefinition.save, { ...values, id: row.id, version } as never),
  })
  if (done)
    ui().success(
      row.state === 'published' ? '新版本已保存为草稿，发布前原来的版本继续使用' : '草稿已保存，请预览后发布',
    )
}

/** 复制: a draft of its own in an area. */
export const copyReport = async ({ id, code: own, name }: Row, { dialogs }: Tools): Promise<void> => {
  const { shape } = reportDefinition.copy.input
  const isSuper = useMe.getState().me?.isSuperAdmin === true
  const done = await dialogs.form({
    title: `复制报表「${own} ${name}」到区划`,
    shape: { areaCode: shape.areaCode, code: shape.code },
    initial: { code: own },
    inputs: { areaCode: OneAreaSelect },
    intro: `${isSuper ? '不选区划的报表在全部区划使用。' : '不选就是当前区划。'}复制出的报表是一份草稿，以后各自修改，互不影响，定时不带过去。`,
    okText: '复制',
    cancelText: '不复制',
    submit: (values) => callServer(reportDefinition.copy, { ...values, id } as never),
  })
  if (done) ui().success('报表已复制，发布后可以运行')
}
