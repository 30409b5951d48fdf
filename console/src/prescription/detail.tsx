import { rx } from '@yibao/shared/calls/prescription.ts'
import { rxMessage } from '@yibao/shared/entities/prescription.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { can } from '@yibao/shared/permission.ts'
import { Alert, Button, Space } from 'antd'
import { defineDetail, Events, Group } from '../kit/index.ts'
import { go } from '../state/go.ts'
import { useMe } from '../state/me.ts'
import { Formers, verdictsOf } from './former.tsx'
import { RxLines } from './lines.tsx'
import { type RxDetail as Detail, openWords, stateTones, toldTones, useTones } from './look.ts'
import { showPicture } from './picture.ts'
import { maySell, sell } from './sell.ts'

const advice: Partial<Record<Detail['state'], string>> = {
  returned: '请按原因修改后重新提交',
  refused: '请换药，或请医生修改后重新开方',
}

const mayShowOrder = ({ setlId }: Detail): boolean => {
  const { me } = useMe.getState()
  return setlId !== '' && me !== null && can(me, { menuCode: 'OrderManagement' })
}

const kinds = metaOf(rxMessage.shape.kind)?.choices ?? {}
const told = metaOf(rxMessage.shape.state)?.choices ?? {}

const lead = (value: Detail) => {
  const next = advice[value.state]
  if (next) return <Alert type="warning" showIcon title={`“${value.reason}”`} description={next} />
  const open = openWords(value)
  return open && <Alert type="info" showIcon title={open.title} description={open.next} />
}

/** One prescription, whole: person, paper, verdicts, what became of it. */
export const RxDetail = defineDetail({
  call: rx.get,
  title: (value) => `处方 ${value.number} · ${value.maskedName}`,
  tones: { state: stateTones, use: useTones, verdict: toldTones, dispense: toldTones },
  lead,
  groups: [
    {
      title: '处方',
      fields: [
        ...['state', 'use', 'hospital', 'department', 'doctor', 'prescribedOn', 'validUntil', 'rxType', 'attribute'],
        ...['diagnosis', 'source', 'verdict', 'dispense', 'storeName', 'enteredBy', 'createdAt', 'setlId'],
      ],
    },
    { title: '有效期', fields: ['validTime'], shown: ({ validTime }) => validTime !== undefined },
    { title: '参保人', fields: ['name', 'sex', 'age', 'maskedCertNo'] },
  ],
  footer: (value) =>
    (value.hasImage || mayShowOrder(value) || maySell(value)) && (
      <Space>
        {maySell(value) && (
          <Button type="primary" onClick={() => sell(value)}>
            去结算
          </Button>
        )}
        {value.hasImage && <Button onClick={() => void showPicture(value)}>查看处方照片</Button>}
        {mayShowOrder(value) && (
          <Button onClick={() => go(`/reconciliation/order-management?f.keyword=${value.setlId}`)}>查看订单</Button>
        )}
      </Space>
    ),
  extra: (value) => (
    <>
      <Group title="药品">
        <RxLines lines={value.lines} />
      </Group>
      <Events title="药师审核" empty="还没有审核" events={verdictsOf(value.reviews)} />
      <Formers id={value.id} number={value.number} former={value.former} />
      <Events
        title="上传医保中心"
        events={value.messages.map(({ kind, state, setlId, text, at }) => ({
          at,
          move: [`${kinds[kind]} ${told[state]}`, setlId].filter(Boolean).join(' · '),
          text,
        }))}
      />
      <Events title="记录" events={value.events} />
    </>
  ),
})
