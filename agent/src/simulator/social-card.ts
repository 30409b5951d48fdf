import type { Answer } from './answer.ts'
import { barString, persons } from './persons.ts'
import { enterPin } from './pins.ts'
import type { Simulator } from './simulator.ts'
import type { Switches } from './switches.ts'

const cardFaults = {
  mute: [-4, '卡无应答'],
  removed: [-3, '有卡未上电'],
  auth: [-21, '内部认证失败'],
  noPsam: [-2201, '无PSAM卡'],
} as const

const fail = ([ret, pOutInfo]: readonly [number, string]): Answer => ({ ret, out: { pOutInfo } })

/** The card in the reader, or the answer that says why there is none to talk to. */
const insert = (switches: Switches) => {
  if (switches.reader === 'absent') return { refused: fail([-11, '读卡器连接错误']) }
  const person = persons.find(({ cardNo }) => cardNo === switches.socialCard)
  return person ? { person } : { refused: fail([-2, '无卡']) }
}

/** A card reader with the interface of SSCardDriver.dll (domain.md 6.1). */
export const socialCard: Simulator = (dataDir) => ({
  iReadCardBas: (_text, switches) => {
    const { person, refused } = insert(switches)
    if (refused) return refused
    if (switches.card !== 'good') return fail(cardFaults[switches.card])
    return { ret: 0, out: { pOutInfo: barString(person) } }
  },
  iReadCardBas_HSM_Step1: (_text, switches) => {
    const { person, refused } = insert(switches)
    if (refused) return refused
    return { ret: 0, out: { pOutInfo: `${person.area}|0081|03|11|22|33|44|55|${person.area}902398|` } }
  },
  iReadCardBas_HSM_Step2: (text, switches) => {
    const { person, refused } = insert(switches)
    if (refused) return refused
    return text('pKey') ? { ret: 0, out: { pOutInfo: barString(person) } } : fail([-23, '传入数据不合法'])
  },
  iVerifyPIN: (_text, switches) => {
    const { person, refused } = insert(switches)
    return refused ?? fail(enterPin(dataDir, person.cardNo, switches))
  },
  iChangePIN: (_text, switches) => {
    const { person, refused } = insert(switches)
    return refused ?? fail(enterPin(dataDir, person.cardNo, switches, true))
  },
})
