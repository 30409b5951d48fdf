import { shortTime } from '@yibao/shared/time.ts'
import { useCounter } from '../parts/store-context.ts'
import own from './bought.module.css'
import { ToRead } from './to-read.tsx'

/** What this person bought in the last 30 days, here and elsewhere. */
export const BoughtDialog = () => {
  const { bought = [] } = useCounter()
  return (
    <ToRead title="近 30 天购药">
      <ul className={own.bought}>
        {bought.map(({ at, storeName, name, spec, quantity, sameStore, ownCode }) => (
          <li key={`${at}${ownCode}`}>
            <time>{shortTime(at, new Date())}</time>
            <b>{name}</b>
            <span>
              {spec} × {quantity}
            </span>
            <small>{sameStore ? '本店' : storeName}</small>
          </li>
        ))}
      </ul>
    </ToRead>
  )
}
