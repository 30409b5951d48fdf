import type { CounterPorts } from '../ports.ts'
import type { Dispatch, WorldOf } from './world.ts'

/** The most that the library is asked about (HintMessage/GetGuideListByMsg). */
const longest = 2000

/** The hint library; its contract comes when the centre refuses something. Where it cannot be asked, the message stays as it is. */
export const adviceCalls = ({ callServer }: CounterPorts, dispatch: Dispatch): WorldOf<'advise'> => ({
  async advise({ since, key, text, infno }) {
    const look = async () => {
      const { hintMessage } = await import('@yibao/shared/calls/hint.ts')
      const asked = { message: text.slice(0, longest), infno }
      return callServer(hintMessage.getGuideListByMsg, asked, { silent: true })
    }
    const [first] = await look().catch(() => [])
    if (first) dispatch({ type: 'advised', since, key, explain: first.tips, next: first.guide })
  },
})
