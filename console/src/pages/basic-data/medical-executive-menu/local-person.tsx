import { doctor, insPractitioner } from '@yibao/shared/calls/staff.ts'
import { id } from '@yibao/shared/field.ts'
import { callServer, useCall } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import { type Action, act, type InputProps, needOf, OneSelect, optionsRead, type RowOf } from '../../../kit/index.ts'

type Row = RowOf<typeof insPractitioner.paged>
const bindable = ({ doctorId, listed }: Row) => !doctorId && listed

/** A local person of one store and kind who has no national code yet. */
const personOf = ({ storeId, category }: Row) =>
  function PersonSelect(props: InputProps) {
    const answer = useCall(doctor.storeDoctors, { id: storeId, category })
    const options = answer.data?.filter(({ code }) => !code).map((one) => ({ value: one.id, label: one.name }))
    const read = optionsRead(answer, '本店没有还未对应的在用人员')
    return <OneSelect {...props} needed placeholder="选择本店人员" read={read} options={options} />
  }

/** What can be done with a line of the centre: it becomes a local person, or gives one its code and papers. */
export const localPerson: Action<Row>[] = [
  act({
    key: 'adopt',
    text: '加入本地',
    call: insPractitioner.bind,
    shown: bindable,
    input: ({ id }: Row) => ({ id }),
    done: '已加入医保医师药师',
  }),
  {
    key: 'bind',
    text: '对应本地人员',
    need: needOf(insPractitioner.bind),
    shown: bindable,
    run: async (row, { dialogs }) => {
      await dialogs.form({
        title: `把「${row.name}」对应到本地人员`,
        shape: { doctorId: id('本地人员') },
        intro: '本地人员保留姓名，取得中心的国家编码、证书和有效期。',
        inputs: { doctorId: personOf(row) },
        okText: '对应',
        cancelText: '不对应',
        submit: async ({ doctorId }) => {
          await callServer(insPractitioner.bind, { id: row.id, doctorId: String(doctorId) })
          ui().success('已对应到本地人员')
        },
      })
    },
  },
]
