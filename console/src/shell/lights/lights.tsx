import { useQueryClient } from '@tanstack/react-query'
import { centre } from '@yibao/shared/calls/centre.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { can } from '@yibao/shared/permission.ts'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useAgentActions } from '../../agent/actions.ts'
import { hostHears, useErpStanding } from '../../agent/erp-standing.ts'
import { useAgent } from '../../agent/store.ts'
import { useAction, useCall, useLink } from '../../api/index.ts'
import { useMedicalUi } from '../../session/caches.ts'
import { go } from '../../state/go.ts'
import { useLastScan } from '../../state/last-scan.ts'
import type { SessionMe } from '../../state/me.ts'
import { hrefOf, inFrame } from '../../state/place.ts'
import { Popup } from '../popup.tsx'
import { untilRead } from '../until-read.ts'
import { centreLight, centreTicks } from './centre-light.ts'
import { erpLight } from './erp-light.ts'
import { agentLight, lastScan, readerLight, sinceChange, usable } from './light-states.ts'
import styles from './lights.module.css'
import { printerLight } from './printer-light.ts'

// Shape differs too: colour is never alone (ux 9.6).
const shapes = { good: '●', warn: '▲', harm: '✕', off: '○' } as const

/** ms after which the first page has what it needs. A card tells what to do while the cloud service is away: it is there by then. */
const settled = 2000

/** ms between two looks at the centre's standing where no event arrives, and at a sign-in, which ends with its day. */
const pace = 300_000

/** The time, anew every so many ms; 0 = only when something else changes. */
const useTick = (every: number): number => {
  const [, turn] = useState(0)
  useEffect(() => {
    if (!every) return
    const timer = setInterval(() => turn((n) => n + 1), every)
    return () => clearInterval(timer)
  }, [every])
  return Date.now()
}

const readCard = async () => (await import('./light-card.tsx')).LightCard
const LightCard = lazy(() => untilRead(readCard))

/** 助手, 读卡器, 打印机, 医保中心, in an ERP's frame ERP: dot and word; a click opens one card with one button (ux 4). Alt+0 opens the worst. */
export const Lights = ({ me }: { me: SessionMe }) => {
  const agent = useAgent()
  const client = useQueryClient()
  const link = useLink()
  const [open, setOpen] = useState<{ title: string; x: number; y: number } | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const mayAsk = !me.isAdminUser && can(me, { menuCode: 'Attendance' })
  const maySign = can(me, { menuCode: 'Attendance', buttonCode: 'add' })
  const current = useCall(signIn.current, mayAsk ? {} : null, { staleTime: 60_000, refetchInterval: pace })
  const doSignIn = useAction(signIn.do, { invalidates: [signIn.current] })
  const retry = useAction(centre.retry, { invalidates: [centre.state] })
  const agentActions = useAgentActions()

  const layout = useMedicalUi(({ ui }) => ui?.slipLayout)
  const noReader = useMedicalUi(({ ui }) => ui?.noReader)
  const standing = useCall(centre.state, {}, { staleTime: 60_000, refetchInterval: pace })
  const erp = useErpStanding()
  const scannedAt = useLastScan(({ at }) => at)
  const framed = inFrame()
  // A box may put its end of the line into the window at any time, and says nothing when it does.
  const ticks = agent.jobs.length > 0 || centreTicks(standing.data) || (framed && !hostHears())
  const now = useTick(agent.state === 'busy' ? 1000 : ticks ? 10_000 : 0)

  const signed = current.data ? current.data.row !== undefined : undefined
  const ofStore = !me.isAdminUser
  const [dated] = useState(sinceChange)
  const lights = [
    agentLight(agent, now),
    {
      ...readerLight({ ...agent, noReader: ofStore && noReader }),
      ...(ofStore && { note: lastScan(scannedAt, now) }),
    },
    printerLight({ ...agent, layout: ofStore ? layout : undefined, now }),
    centreLight({
      ...{ link, signed, maySign, now },
      centre: standing.data,
      mayRetry: ofStore && !me.user.guest,
      endedAt: current.data?.endedAt,
    }),
    // An ERP that the agent drives has no frame: what it has not heard of is told here as well (M39).
    ...(framed || erp.waiting
      ? [erpLight({ host: hostHears(), agent: usable(agent.state), waiting: erp.waiting })]
      : []),
  ].map((light) => dated(light, now))

  useEffect(() => {
    const timer = setTimeout(() => void readCard().catch(() => undefined), settled)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    const worst = (event: KeyboardEvent) => {
      if (!event.altKey || event.key !== '0') return
      event.preventDefault()
      const order = ['harm', 'warn', 'off', 'good']
      const [first] = [...lights].sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone))
      setOpen({ title: first!.title, x: innerWidth - 340, y: 52 })
    }
    addEventListener('keydown', worst)
    return () => removeEventListener('keydown', worst)
  })

  const act = async (name: string): Promise<unknown> => {
    if (name === 'signIn') return doSignIn.run({})
    if (name === 'attendance') return go('/attendance')
    if (name === 'tools') return location.assign(hrefOf('/tools'))
    if (name === 'resendErp') return erp.resend()
    if (name === 'retryCentre') return retry.run({})
    // Whatever is shown is asked again, as by the banner: an administrator has no sign-in of a store to ask about.
    if (name === 'reload') return client.refetchQueries({ type: 'active' })
    return agentActions(name)
  }
  const shown = lights.find((light) => light.title === open?.title)
  return (
    <div className={styles.lights}>
      {lights.map((light) => (
        <button
          key={light.title}
          type="button"
          className={styles.light}
          data-tone={light.tone}
          aria-label={`${light.title}：${light.word}`}
          aria-haspopup="dialog"
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect()
            // How long its answers take is news to nobody until somebody looks.
            if (light.title === '医保中心') void standing.refetch()
            setOpen({ title: light.title, x: left - 120, y: bottom + 6 })
          }}
        >
          <span aria-hidden="true">{shapes[light.tone]}</span>
          <span className={styles.lightTitle}>{light.title}</span>
          {light.tone !== 'good' && light.tone !== 'off' && <small>{light.word}</small>}
        </button>
      ))}
      {open && shown && (
        <Popup x={open.x} y={open.y} label={shown.title} onClose={close}>
          <Suspense fallback={null}>
            <LightCard light={shown} onAct={act} />
          </Suspense>
        </Popup>
      )}
    </div>
  )
}
