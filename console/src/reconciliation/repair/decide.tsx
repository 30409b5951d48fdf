import { approvalTarget } from '@yibao/shared/approval.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { diffAction, diffClass, movesMoney } from '@yibao/shared/entities/reconciliation.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import { fen, formatAmount, sum, yuan } from '@yibao/shared/money.ts'
import { Fragment } from 'react'
import type { Dialogs } from '../../kit/index.ts'
import { amountOf, type Difference } from './logic.ts'
import { Preview } from './preview.tsx'
import { effectTexts } from './texts.ts'

// What a person, or two, decide before a difference is repaired.

export type ActionName = NonNullable<Difference['proposal']>

/** What people call a repair (ux 3). */
export const actionTitle = (name: ActionName): string => choiceTitle(diffAction, name)

/** What people call a class of differences (ux 3). */
export const classTitle = (name: string): string => choiceTitle(diffClass, name)

/** A money repair needs a second person, with amount and name repeated (ux 3): the authorizationId. */
export const approve = (dialogs: Dialogs, row: Difference, action: ActionName) =>
  dialogs.authorize({
    action: 'difference',
    target: approvalTarget.difference(action, row.id),
    about: `${actionTitle(action)}：${row.maskedName} ${formatAmount(amountOf(row))} 元，${row.storeName}`,
    instead: { ask: { differences: { diffIds: [row.id], action } } },
  })

/** The same for several of one class. */
export const approveBatch = (dialogs: Dialogs, rows: readonly Difference[], action: ActionName) => {
  const total = yuan(sum(rows.map((row) => fen(amountOf(row)))))
  return dialogs.authorize({
    action: 'differences',
    target: approvalTarget.differences(
      action,
      rows.map((row) => row.id),
    ),
    about: `${actionTitle(action)}：${rows.length} 笔，共 ${formatAmount(total)} 元，${rows[0]!.storeName}`,
    instead: { ask: { differences: { diffIds: rows.map((row) => row.id), action } } },
  })
}

/** The question before several are repaired at once, kind by kind: each of them as it is and as it will be (ux 3). */
export const confirmBatches = (dialogs: Dialogs, batches: readonly (readonly Difference[])[]) => {
  const actions = batches.map(([first]) => first!.proposal!)
  return dialogs.confirm({
    title: batches.map((rows, i) => `${actionTitle(actions[i]!)}：${rows.length} 笔`).join('，'),
    tips: batches.map((rows, i) => (
      <Fragment key={rows[0]!.id}>
        <p>
          {batches.length > 1 && `${classTitle(rows[0]!.class)} ${rows.length} 笔：`}
          {effectTexts[actions[i]!]}。
        </p>
        <Preview rows={rows} action={actions[i]!} />
      </Fragment>
    )),
    okText: '开始处理',
    cancelText: '不处理',
    danger: actions.some(movesMoney),
    wide: true,
  })
}

/** Why a difference is left as it is; handed to `mark`, which may refuse. */
export const askNote = (dialogs: Dialogs, mark: (note: string) => Promise<unknown>) =>
  dialogs.form({
    title: '标记处理',
    intro: '说明为什么不再处理。标记后这一笔仍计入当月差异。',
    shape: { note: reconciliation.handle.input.shape.note },
    okText: '标记',
    cancelText: '不标记',
    check: ({ note }) => (String(note ?? '').trim().length < 5 ? { note: '至少写 5 个字' } : undefined),
    submit: ({ note }) => mark(String(note)),
  })
