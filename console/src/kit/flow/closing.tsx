import { Button } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { whileRunning } from '../use-work.ts'
import { explain } from './explain.ts'
import styles from './flow.module.css'
import type { FlowFinish, Problem, StepResult } from './types.ts'

interface Props<C> {
  finish: FlowFinish<C>
  context: C
  results: readonly StepResult[]
}

interface Told {
  text: string
  problem?: Problem
}

const Line = ({ text, problem }: Told) =>
  problem ? (
    <div className={styles.outcome} data-tone="warn" role="alert">
      <p className={styles.what}>△ {problem.what}</p>
      <p>{problem.meaning}</p>
      <p>
        <b>下一步：</b>
        {problem.next}
      </p>
    </div>
  ) : (
    <p role="status">{text}</p>
  )

/** What is done with the results of a finished flow: kept by itself, printed when asked to, and how each went. */
export const Closing = <C,>({ finish: { keep, print }, context, results }: Props<C>) => {
  const [kept, setKept] = useState<Told>()
  const [printed, setPrinted] = useState<Told>()
  const [printing, setPrinting] = useState(false)
  const latest = useRef({ context, results })
  latest.current = { context, results }
  const told = useCallback(
    async (work: NonNullable<typeof keep>): Promise<Told> =>
      work(latest.current.context, latest.current.results).then(
        (text) => ({ text }),
        (error: unknown) => ({ text: '', problem: explain(error) }),
      ),
    [],
  )
  const begun = useRef(false)
  const keepNow = useCallback(async () => {
    if (keep) setKept(await told(keep))
  }, [keep, told])
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void keepNow()
  }, [keepNow])
  const printNow = async () => {
    if (!print || printing) return
    setPrinting(true)
    setPrinted(undefined)
    const how = await told(print.run)
    setPrinting(false)
    setPrinted(how)
  }
  return (
    <>
      {kept && <Line {...kept} />}
      {kept?.problem && <Button onClick={() => void keepNow()}>重新保存</Button>}
      {print && (
        <Button {...whileRunning(printing)} onClick={() => void printNow()}>
          {print.text}
        </Button>
      )}
      {printed && <Line {...printed} />}
    </>
  )
}
