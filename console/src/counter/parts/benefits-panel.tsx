import { lateOf } from '../../kit/late/late-of.ts'
import { accountFrozen } from '../flow/basket-input.ts'
import { needsDisease, serves } from '../flow/customer.ts'
import { noDisease } from '../flow/reading.ts'
import type { Counter } from '../flow/state.ts'
import { seldom } from '../late.ts'
import css from './benefits-panel.module.css'
import { useCaption, useCounter, useSeconds, useStore } from './store-context.ts'

const diseaseText = (state: Counter): string => {
  const { disease, diseases, person } = state
  if (disease) return `${disease.name}${disease.automatic ? ' · 自动' : ''}`
  if (!needsDisease(state)) return diseases?.length ? `不需要（有 ${diseases.length} 个备案）` : '不需要'
  if (!person) return '读卡后选择'
  const none = noDisease(state)
  if (none === 'disease.unknown') return '备案没有查到'
  return none ? '没有有效备案' : '请选择'
}

const accountText = (state: Counter): string => {
  if (accountFrozen(state)) return '已冻结'
  return state.accountUsed ? '使用' : '不用'
}

// Of those alone who buy for a filed disease.
const Balance = lateOf(seldom, 'DiseaseBalance')

/** 0:42 */
const minutes = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** R3: disease, prescription and what was bought lately (ux 1.2, 1.3). */
export const BenefitsPanel = () => {
  const { dispatch } = useStore()
  const state = useCounter()
  const caption = useCaption()
  const { disease, diseases, prescription, bought, lines, accountUsed, part, rxWaiting } = state
  const chosen = diseases?.find((one) => one.code === disease?.code && serves(one, state.medicalType))
  const waits = rxWaiting.find(({ id, unsure }) => id === prescription?.id && !unsure)
  const seconds = useSeconds(waits?.since ?? 0, waits !== undefined)
  const rxLines = lines.filter(({ item }) => item.prescription).length
  return (
    <section className={css.panel} data-panel="person" aria-label="待遇与处方">
      <button
        type="button"
        className={css.choice}
        data-asks={(needsDisease(state) && !disease) || undefined}
        onClick={() => dispatch({ type: 'open', dialog: 'disease' })}
      >
        <span className={css.title}>
          病种 <kbd>{caption('disease')}</kbd>
        </span>
        <span className={css.value}>
          {diseaseText(state)}
          {chosen && <Balance disease={chosen} />}
        </span>
      </button>
      <button
        type="button"
        className={css.choice}
        data-asks={(rxLines > 0 && !prescription) || undefined}
        onClick={() => dispatch({ type: 'open', dialog: 'prescription' })}
      >
        <span className={css.title}>
          处方 <kbd>{caption('prescription')}</kbd>
        </span>
        <span className={css.value} title={prescription?.number}>
          {waits
            ? `待药师审核 ${minutes(seconds)}`
            : (prescription?.number ?? (rxLines ? `缺，${rxLines} 种处方药` : '未关联'))}
        </span>
      </button>
      <button
        type="button"
        className={css.choice}
        data-asks={!accountUsed || undefined}
        disabled={accountFrozen(state) || part !== undefined}
        aria-pressed={accountUsed}
        onClick={() => dispatch({ type: 'chooseAccount', used: !accountUsed })}
      >
        <span className={css.title}>个人账户</span>
        <span className={css.value}>{accountText(state)}</span>
      </button>
      <button
        type="button"
        className={css.choice}
        disabled={!bought?.length}
        onClick={() => dispatch({ type: 'open', dialog: 'bought' })}
      >
        <span className={css.title}>近期购药</span>
        <span className={css.value}>{bought ? `${bought.length} 条${bought.length ? ' ▸' : ''}` : '--'}</span>
      </button>
    </section>
  )
}
