import { formatAmount } from '@yibao/shared/money.ts'
import { insuranceOf } from '../flow/customer.ts'
import { ended, locked } from '../flow/step.ts'
import { usePorts } from '../ports.ts'
import { Choice } from './choice.tsx'
import css from './person-panel.module.css'
import { useCounter, useOwnKeys, useStore } from './store-context.ts'

const dash = '--'

/** R2: who is being served. Empty, being read and shown have the same height (N4). */
export const PersonPanel = () => {
  const store = useStore()
  const { dictText } = usePorts()
  const state = useCounter()
  const ownKeys = useOwnKeys()
  const { reading, benefits, expects, link } = state
  const person = state.cleared ? undefined : state.person
  const insurance = person && insuranceOf(state)
  const family = state.priced && person ? state.priced.order.split?.familyAccount : undefined
  const warning = person && (person.outFlag !== '0' || benefits?.enjoyed === false)
  const blocked = person && benefits?.enjoyed === false && !benefits.accountUsable && !benefits.fundsOpen
  const long = [...(person?.name ?? '')].length > 8 || undefined
  const tone = blocked ? 'blocked' : warning ? 'warn' : undefined
  const [scan, key] = ownKeys('请扫描医保电子凭证，或按 F2 读卡').split(/(?<=，)/)
  return (
    <section
      className={css.panel}
      data-panel="person"
      data-mood={tone}
      aria-label="参保人"
      aria-busy={reading !== undefined}
    >
      {!person && (
        <p className={css.hint}>
          {reading && '正在读取参保信息…'}
          {!reading && expects && `请读取 ${expects} 的凭证`}
          {!reading && !expects && (
            <>
              {scan}
              {key && <br />}
              {key}
            </>
          )}
        </p>
      )}
      <div className={css.facts} data-empty={!person || undefined} aria-hidden={!person}>
        <p className={css.name} data-long={long}>
          <strong data-long={long} title={person?.name}>
            {person?.name ?? dash}
          </strong>
          <span>{person ? dictText('gend', person.gender) : ''}</span>
          <span>{person ? `${person.age} 岁` : ''}</span>
        </p>
        <p className={css.number}>
          {person?.maskedCertNo || dash}
          {/* Only a card that is in the reader has a PIN to ask for. */}
          {person?.medium === 'socialCard' && link.agent && !reading && (
            <button
              type="button"
              className={css.pin}
              onClick={() => store.dispatch({ type: 'open', dialog: 'cardPin' })}
            >
              卡密码
            </button>
          )}
        </p>
        <p className={css.line}>
          参保 {person?.insuredAreaName || dash} · {insurance?.personTypeName || dash}
          {person && person.outFlag !== '0' && <b className={css.mark}>异地</b>}
        </p>
        <div className={css.choice}>
          <span aria-hidden="true">险种</span>
          <Choice
            className={css.insurance}
            label="险种"
            value={state.insutype ?? ''}
            options={(person?.insurances ?? []).map(({ insutype, insutypeName }) => ({
              value: insutype,
              name: insutypeName,
            }))}
            disabled={!person || locked(state) || ended(state)}
            onChoose={(insutype) => store.dispatch({ type: 'chooseInsurance', insutype })}
          />
        </div>
        <p className={css.line} title={benefits?.reasons.join('，')}>
          待遇{' '}
          {benefits?.enjoyed === false ? (
            <b className={css.mark}>△ {benefits.reasons[0] ?? insurance?.statusName}</b>
          ) : (
            (insurance?.statusName ?? dash)
          )}
        </p>
        <p className={css.balance}>
          <span>余额</span>
          <strong>{insurance ? formatAmount(insurance.balance) : dash}</strong>
        </p>
        <p className={css.family}>
          <span>共济支付</span>
          <span>{family ? formatAmount(family) : dash}</span>
        </p>
      </div>
    </section>
  )
}
