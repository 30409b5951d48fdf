import { card } from '@yibao/shared/calls/card.ts'
import { Button, Empty, Input, Space } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useDevice } from '../agent/index.ts'
import { newKey, sentenceOf, useCall } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { clear } from '../kit/clear.tsx'
import { ReadFault } from '../kit/index.ts'
import { Segmented } from '../kit/late/antd.ts'
import { ReadPerson } from '../persons/read-person.tsx'
import { inFrame } from '../state/place.ts'
import { useTab, useTabState } from '../state/tab.tsx'
import { Balances } from './disease-select/balances.tsx'
import styles from './disease-select/disease.module.css'
import { type Disease, kindsOf, matches, rememberedRead, withBalances } from './disease-select/look.ts'
import { DiseaseRow } from './disease-select/row.tsx'
import { StillHe } from './disease-select/still-he.tsx'

/** 病种选择: the ERP opens it (routeKey 9); the chosen disease goes back to it as a frame (domain.md 8.1). */
export default function DiseaseSelect() {
  const { query } = useTab()
  const device = useDevice()
  // Who was read last here may not be the customer whom the till means now: an ERP's clerk says so himself.
  const [readId, setReadId] = useState(query.readId || (inFrame() ? '' : rememberedRead()))
  const [kind, setKind] = useTabState<string>('kind', 'all')
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const person = useCall(card.followCacheGetCardInfo, readId ? { readId } : null)
  const diseases = useCall(card.disease, readId ? { readId, twoDiseases: true, special: true } : null)
  const balances = useCall(card.diseaseBalance, readId && diseases.data?.length ? { readId } : null)

  if (!readId || person.error?.statusCode === 410)
    return (
      <>
        {inFrame() && !readId && <StillHe onConfirm={setReadId} />}
        <ReadPerson onRead={setReadId} then="读到后显示备案的病种" />
      </>
    )
  const filed = withBalances(diseases.data ?? [], balances.data)
  const kinds = kindsOf(filed)
  // What was looked for with another person may not be among this one's.
  const chosen = kinds.some(({ value }) => value === kind) ? kind : 'all'
  const found = filed.filter((one) => (chosen === 'all' || one.kind === chosen) && matches(one, words))

  const choose = async (disease: Disease) => {
    try {
      await device.erp.send({
        id: newKey(),
        type: 'disease',
        billNo: query.billNo || '-',
        revision: Number(query.revision ?? 0),
        body: { diseaseCode: disease.code, diseaseName: disease.name },
      })
      ui().success(`已把「${disease.name}」交给 ERP`)
    } catch (error) {
      ui().error(sentenceOf(error))
    }
  }
  // Of the search box: a button has an Enter of its own, and 换人 hands nobody's disease to the ERP.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move && found.length) {
      event.preventDefault()
      setAt((at + move + found.length) % found.length)
    } else if (event.key === 'Enter' && found[at]) void choose(found[at])
  }

  const refresh = () => {
    void diseases.refetch()
    if (filed.length) void balances.refetch()
  }
  const error = person.error ?? diseases.error
  return (
    <section className={styles.page} aria-label="病种选择">
      <header className={styles.person}>
        {person.data ? (
          <>
            <b>{person.data.name}</b>
            <span>{person.data.age} 岁</span>
            <span>{person.data.maskedCertNo}</span>
            <span>参保地 {person.data.insuredAreaName}</span>
          </>
        ) : (
          <span>{person.error ? '没有读到参保信息' : '正在读取参保信息…'}</span>
        )}
        <span className={styles.grow} />
        <Button onClick={refresh}>从中心刷新</Button>
        <Button onClick={() => setReadId('')}>换人</Button>
      </header>
      <Space wrap>
        {kinds.length > 0 && (
          <Segmented
            aria-label="病种类别"
            value={chosen}
            options={[{ value: 'all', label: '全部' }, ...kinds]}
            onChange={(value) => setKind(value)}
          />
        )}
        <Input
          autoFocus
          allowClear={clear}
          placeholder="编码、名称、拼音首字母"
          value={words}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setWords(event.target.value)
            setAt(0)
          }}
        />
        <span className={`${styles.grey} ${styles.byKeys}`}>↑ ↓ 选择，Enter 交给 ERP</span>
        <span className={`${styles.grey} ${styles.byFinger}`}>点一下选中，再点一下交给 ERP</span>
      </Space>
      <ReadFault
        error={error}
        again={person.error ? person.refetch : diseases.refetch}
        old={diseases.data}
        waits={diseases.loading}
      />
      {diseases.data && !found.length && (
        <Empty
          description={
            diseases.data.length ? '没有符合条件的病种' : '参保人没有备案的慢特病、门诊两病和特药，可按普通购药结算'
          }
        />
      )}
      <div role="listbox" aria-label="病种">
        {found.map((disease, i) => (
          <DiseaseRow
            key={`${disease.kind} ${disease.code}`}
            disease={disease}
            active={i === at}
            onPress={() => (i === at ? void choose(disease) : setAt(i))}
          />
        ))}
      </div>
      {filed.length > 0 && <Balances data={balances.data} error={balances.error} again={balances.refetch} />}
    </section>
  )
}
