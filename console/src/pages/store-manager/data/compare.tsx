import { institution, organ } from '@yibao/shared/calls/organ.ts'
import { organRow } from '@yibao/shared/entities/organ.ts'
import { callServer } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import { type Action, metaAt, needOf, type RowOf, Value } from '../../../kit/index.ts'
import { compared } from './compared.ts'

type Row = RowOf<typeof organ.pullOrgans>

/** 1201 beside the store; what differs is taken over when the person wants it (domain.md 8.3). */
export const compare: Action<Row> = {
  key: 'compare',
  text: '核对中心',
  need: needOf(organ.changeOrgan),
  run: async (row, { dialogs }) => {
    const asked = { fixmedinsType: '2', fixmedinsCode: row.fixmedinsCode, medicalAreaCode: row.areaCode } as const
    const { items } = await callServer(institution.getMedicalInfos, asked)
    const told = items.find(({ fixmedinsCode }) => fixmedinsCode === row.fixmedinsCode)
    if (!told)
      return ui().error(`医保中心没有登记 ${row.fixmedinsCode}。请核对机构编码；编码无误的，请向医保经办机构核实登记`)
    const { differing, agreeing, said } = compared(row, told)
    if (!differing.length) return agreeing ? ui().success(said) : ui().attention(said)
    const lines = differing.map((key) => {
      const meta = metaAt(organRow.shape, key)
      return (
        <p key={key}>
          {meta.title}：中心「
          <Value meta={meta} value={told[key]} />
          」，本店
          {row[key] ? (
            <>
              「<Value meta={meta} value={row[key]} />」
            </>
          ) : (
            '未填'
          )}
        </p>
      )
    })
    const take = await dialogs.confirm({
      title: `「${row.name}」与医保中心登记不一致`,
      tips: [...lines, ...(said ? [<p key="said">{said}</p>] : [])],
      okText: '按中心更新',
      cancelText: '不更新',
    })
    if (!take) return
    const set = Object.fromEntries(differing.map((key) => [key, told[key]]))
    await callServer(organ.changeOrgan, { id: row.id, ...set })
    ui().success('已按中心更新')
  },
}
