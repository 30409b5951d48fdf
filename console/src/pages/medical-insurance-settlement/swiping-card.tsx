import { useQueryClient } from '@tanstack/react-query'
import { centre } from '@yibao/shared/calls/centre.ts'
import { report } from '@yibao/shared/calls/dashboard.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { slip } from '@yibao/shared/calls/slip.ts'
import { shortTime } from '@yibao/shared/time.ts'
import { useEffect, useMemo, useRef } from 'react'
import { useErpStanding } from '../../agent/erp-standing.ts'
import { type DeviceHandle, useDevice } from '../../agent/index.ts'
import { callServer, fetchFile, newKey, useCall, useLink } from '../../api/index.ts'
import { onLive } from '../../api/live.ts'
import { CounterScreen } from '../../counter/counter.tsx'
import { seldom } from '../../counter/late.ts'
import type { CounterPorts, PortJob } from '../../counter/ports.ts'
import { codeOf } from '../../counter/refusals.ts'
import { refusalOf } from '../../counter/world/refusal.ts'
import { askReprintReason, receiptOfSlip, useDialogs, useDictName, useDictRead } from '../../kit/index.ts'
import { lateOf } from '../../kit/late/late-of.ts'
import { mayReverse } from '../../orders/may-reverse.ts'
import { guardTab, letGo } from '../../session/leaving.ts'
import { go } from '../../state/go.ts'
import { type SessionMe, useCan, useMe } from '../../state/me.ts'
import { writeJson } from '../../state/storage.ts'
import { useTab } from '../../state/tab.tsx'
import { setUnderWay } from '../../state/under-way.ts'

const menu = { menuCode: 'SwipingCard' } as const
/** ms between two attempts to reach a server that did not answer. */
const retry = 3000

const deviceOf = (device: () => DeviceHandle): CounterPorts['device'] => ({
  async print(pdf, options) {
    const blob = new Blob([new Uint8Array(pdf)], { type: 'application/pdf' })
    if (!(await device().reach())) {
      await (await seldom()).browserPrint(blob)
      return { id: options.idempotencyKey, state: 'browser' }
    }
    return (await device().print(blob, { ...options, receipt: receiptOfSlip(options.idempotencyKey) })) as PortJob
  },
  job: async (id) => (await device().run('print.get', { id })) as PortJob,
  resolve: async (id, printed) => (await device().run('print.resolve', { id, printed })) as PortJob,
})

/** 打印预览 of the kit with the counter's bytes. */
const PrintPreview = lateOf(seldom, 'SlipPreview')

/** Prescriptions that the store keeps. */
const kept = () => import('../../prescription/at-counter.ts')

const meOf = ({ user }: SessionMe, can: ReturnType<typeof useCan>): CounterPorts['me'] => ({
  userId: user.userId,
  operatorName: user.name || user.surName || user.userName,
  storeId: user.storeId,
  storeName: user.medicalName,
  settle: can({ ...menu, buttonCode: 'settle' }),
  price: can({ ...menu, buttonCode: 'edit' }),
  reverse: mayReverse(),
})

/** /medical-insurance-settlement/swiping-card: wires the counter to calls, agent, tabs and kit. */
const SwipingCard = () => {
  const me = useMe((state) => state.me)
  const can = useCan()
  const tab = useTab()
  const [dialogs, openDialogs] = useDialogs()
  const device = useDevice()
  const server = useLink((state) => state.server)
  const minutesOff = useLink((state) => state.minutesOff)
  const sex = useDictName('gend')
  const { data: kinds } = useDictRead('med_type')
  const client = useQueryClient()
  // The ports live as long as the page; what changes is looked up when it is used.
  const latest = useRef({ device, dialogs, sex, tab })
  latest.current = { device, dialogs, sex, tab }
  const user = useRef(me && meOf(me, can))

  const ports = useMemo(
    (): CounterPorts => ({
      callServer: async (call, input, options) => {
        // Signed in here, or told that the sign-in has ended: the light and the home page say the same from now on.
        const signedAnew = () => {
          for (const { path } of [signIn.current, report.dashboard]) void client.invalidateQueries({ queryKey: [path] })
        }
        try {
          const answer = await callServer(call, input, options)
          if (call.path === signIn.do.path) signedAnew()
          return answer
        } catch (cause) {
          if (codeOf(refusalOf(cause))?.startsWith('sign.')) signedAnew()
          throw cause
        }
      },
      slipPdf: async (slipId) => {
        const { blob } = await fetchFile(slip.get, { slipId }, { silent: true })
        return new Uint8Array(await blob.arrayBuffer())
      },
      device: deviceOf(() => latest.current.device),
      erp: {
        onFrame: (listener) => latest.current.device.erp.onFrame(listener),
        refuse: (why) => latest.current.device.erp.refuse(why),
        unheard: (waiting, resend) => useErpStanding.setState({ waiting, resend }),
        send: (frame, kept) => latest.current.device.erp.send(JSON.parse(frame), kept),
      },
      onOrderChanged: (listener) => onLive('order.changed', ({ orderId }) => listener(orderId)),
      onRxChanged: (listener) => onLive('rx.changed', ({ rxId }) => listener(rxId)),
      onAnew: (listener) => onLive('anew', listener),
      rx: {
        enter: async (start) => (await kept()).enterAtCounter(latest.current.dialogs, start),
        match: async (one) => (await kept()).matchGoods(latest.current.dialogs, one, true),
        review: async (one) => (await kept()).reviewHere(latest.current.dialogs, one),
      },
      newKey,
      me: user.current!,
      tabId: latest.current.tab.id,
      go,
      authorize: (action, target, about, instead) =>
        latest.current.dialogs.authorize({ action, target, about, instead }),
      askReprint: () => askReprintReason(latest.current.dialogs),
      relogin: () => {
        letGo()
        location.reload()
      },
      dictText: (codeType, value) => (codeType === 'gend' ? latest.current.sex(value) : value),
      store: writeJson,
      beforeLeave: (ask) => guardTab(latest.current.tab.id, ask),
      dirty: (on) => latest.current.tab.dirty(on),
      underWay: (on) => setUnderWay(latest.current.tab.id, on),
      PrintPreview,
      seldom,
    }),
    [client],
  )

  useEffect(() => {
    if (server === 'ok') return
    const timer = setInterval(() => void callServer(signIn.current, {}, { silent: true }).catch(() => undefined), retry)
    return () => clearInterval(timer)
  }, [server])

  // While it is looked for nothing is known anew: an agent that is away is not away once more with each look.
  const there = useRef(true)
  // Whoever only looks is told so by the server at what he presses, not to start an agent.
  if (device.state !== 'searching')
    there.current = device.ready || device.state === 'driverFault' || device.state === 'viewing'
  // Nor is a driver that failed well while it is tried once more.
  const faulty = useRef(false)
  if (device.state !== 'searching' && device.state !== 'busy') faulty.current = device.state === 'driverFault'
  // The light's own question; an announced maintenance is no news to the line.
  const { data: standing } = useCall(centre.state, {}, { staleTime: 60_000 })
  const answered = standing?.answeredAt
  const silent = standing?.state === 'silent' ? (answered ? shortTime(answered, new Date()) : '--') : undefined
  const unfit = device.state === 'clock' || device.state === 'expired' ? device.state : undefined
  const link = { online: server === 'ok', agent: there.current, fault: faulty.current, unfit, silent, minutesOff }

  useEffect(() => () => useErpStanding.setState({ waiting: 0 }), [])

  if (!user.current) return null
  return (
    <>
      <CounterScreen ports={ports} link={link} kinds={kinds} />
      {openDialogs}
    </>
  )
}

export default SwipingCard
