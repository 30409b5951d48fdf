import { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { menuDiff } from '@yibao/shared/calls/menu-diff.ts'
import { ui } from '../../../api/ui.ts'
import styles from '../../../catalogue/catalogue.module.css'
import { EntrySelect } from '../../../catalogue/entry-select.tsx'
import { handled } from '../../../catalogue/handled.ts'
import { type Action, act, type RowOf } from '../../../kit/index.ts'

type Row = RowOf<typeof menuDiff.paged>
const open = ({ state }: Row) => state === 'open'
const seeks = ({ type }: Row) => type === 'unmapped' || type === 'mappable' || type === 'invalid'
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
const acceptable = (rows: readonly Row[]) => rows.filter((row) => row.acceptable)

/** What can be done with several differences at once. */
export const batchActions: Action<readonly Row[]>[] = [
  act({
    key: 'acceptAll',
    text: '采纳建议',
    call: menuDiff.handle,
    disabled: (rows: readonly Row[]) =>
      acceptable(rows).length ? undefined : '选中的行没有足够相近的建议，请逐行核对，按「对照」选择国家码',
    input: (rows: readonly Row[]) => ({ ids: idsOf(acceptable(rows)), action: 'accept' as const }),
    confirm: (rows: readonly Row[]) => {
      const taken = acceptable(rows).length
      const left = rows.length - taken
      return {
        title: `采纳 ${taken} 行的建议`,
        tips: `每行按相似度最高的国家码上报医保中心（3301），请先核对规格和厂家。「处方药未标」的行把商品标为处方药。${left ? `另外 ${left} 行没有足够相近的建议，不上报。` : ''}`,
      }
    },
    after: handled,
  }),
  act({
    key: 'ignoreAll',
    text: '忽略',
    call: menuDiff.handle,
    input: (rows: readonly Row[]) => ({ ids: idsOf(rows), action: 'ignore' as const }),
    after: () => ui().success('已忽略'),
  }),
]

/** The item and what it is most like, to be compared before one is chosen. */
const Suggested = ({ row: { ownProducer, candidates, acceptable } }: { row: Row }) => (
  <>
    <p>上报医保中心（3301）后，这个商品按所选国家码结算。{ownProducer && `本店商品的厂家：${ownProducer}。`}</p>
    {candidates.length > (acceptable ? 1 : 0) && (
      <ul className={styles.suggested}>
        {candidates.map(({ code, name, spec, producer, similarity }) => (
          <li key={code}>
            {code} {name}
            <span className={styles.grey}>{[spec, producer, `相似度 ${similarity}%`].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    )}
  </>
)

/** What can be done with one. */
export const rowActions: Action<Row>[] = [
  act({
    key: 'choose',
    text: '对照',
    call: menuDiff.handle,
    shown: (row: Row) => open(row) && seeks(row),
    input: ({ id }: Row) => ({ ids: [id], action: 'accept' as const }),
    form: {
      title: ({ ownName, ownSpec }: Row) => `给「${ownName} ${ownSpec}」选择国家码`,
      fields: ['nationalCode'],
      // Without one the server would take the first suggestion.
      like: catalogueMenu.matchItem,
      // What is not alike enough is chosen, not left standing.
      initial: ({ candidates, acceptable }: Row) => ({ nationalCode: acceptable ? candidates[0]?.code : undefined }),
      inputs: { nationalCode: EntrySelect },
      intro: (row: Row) => <Suggested row={row} />,
      okText: '上报对照',
      cancelText: '不上报',
    },
    after: handled,
  }),
  act({
    key: 'mark',
    text: '标为处方药',
    call: menuDiff.handle,
    shown: (row: Row) => open(row) && row.type === 'rxUnmarked',
    input: ({ id }: Row) => ({ ids: [id], action: 'accept' as const }),
    confirm: ({ ownName }: Row) => ({
      title: `把「${ownName}」标为处方药`,
      tips: '公司在本区划的门店今后结算这个商品要有处方。标错了，在「商品」里改回。',
      okText: '标为处方药',
    }),
    after: handled,
  }),
  act({
    key: 'ignore',
    text: '忽略',
    call: menuDiff.handle,
    shown: open,
    input: ({ id }: Row) => ({ ids: [id], action: 'ignore' as const }),
    done: '已忽略',
  }),
  act({
    key: 'restore',
    text: '恢复',
    call: menuDiff.handle,
    shown: (row: Row) => !open(row),
    input: ({ id }: Row) => ({ ids: [id], action: 'restore' as const }),
    done: '已恢复为待处理',
  }),
  act({
    key: 'unmap',
    text: '撤销对照',
    danger: true,
    call: menuDiff.handle,
    shown: ({ mapped }: Row) => mapped,
    input: ({ id, code }: Row) => ({ ids: [id], action: 'unmap' as const, nationalCode: code }),
    confirm: ({ ownName, code }: Row) => ({
      title: `撤销「${ownName}」的对照`,
      tips: `向医保中心撤销国家码 ${code}（3302）。公司在本区划的门店都撤销后，这个商品全部自费，直到重新对照。`,
    }),
    after: handled,
  }),
]
