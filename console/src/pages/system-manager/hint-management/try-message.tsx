import { hintMessage } from '@yibao/shared/calls/hint.ts'
import { AskDrawer } from '../../../hints/ask-drawer.tsx'
import styles from '../../../hints/hints.module.css'
import { LinkedText } from '../../../kit/index.ts'
import { SuperAreaSelect } from '../../../organisation/area-select.tsx'

/** 试一句原文: what a clerk would read for a message of the centre, and which words brought it up. */
export const TryMessage = ({ onClose }: { onClose: () => void }) => (
  <AskDrawer
    title="试一句原文"
    call={hintMessage.testMessage}
    fields={['message', 'infno', 'areaCode']}
    inputs={{ areaCode: SuperAreaSelect }}
    action="查找提示"
    onClose={onClose}
  >
    {({ matches, looked }) => (
      <>
        <p>
          {matches.length
            ? `${looked} 条提示中命中 ${matches.length} 条，店员会看到前 ${matches.filter(({ shown }) => shown).length} 条。`
            : `${looked} 条提示都没有命中。可以按「新增提示」为这句原文写一条。`}
        </p>
        <ul className={styles.hits}>
          {matches.map((one) => (
            <li key={one.id} className={one.shown ? undefined : styles.behind}>
              <p>
                <strong>{one.tips}</strong>
              </p>
              <p>
                <LinkedText text={one.guide} />
              </p>
              <p className={styles.about}>
                匹配到「<mark>{one.found}</mark>」，{one.areaName || '全部区划'}，{one.infno ?? '全部交易'}
                {one.shown ? '' : '；排在五条之后，不显示'}
              </p>
            </li>
          ))}
        </ul>
      </>
    )}
  </AskDrawer>
)
