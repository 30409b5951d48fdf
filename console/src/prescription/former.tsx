import { Button } from 'antd'
import { Fragment } from 'react'
import { Events, Group, SmallTable } from '../kit/index.ts'
import { PaperCells, paperHead } from './lines.tsx'
import type { RxDetail } from './look.ts'
import { showPicture } from './picture.ts'

type Review = RxDetail['reviews'][number]

/** Verdicts as a record's events. */
export const verdictsOf = (reviews: readonly Review[]) =>
  reviews.map(({ name, code, passed, opinion, at }) => ({
    at,
    move: passed ? '通过' : '不通过',
    text: opinion,
    by: `${name} ${code}`,
  }))

/** What pharmacists said before the prescription was written at again, and what each of them read. */
export const Formers = ({ id, number, former = [] }: Pick<RxDetail, 'id' | 'number' | 'former'>) =>
  former.map(({ revision, endedAt, hasImage, lines, reviews, ...paper }) => (
    <Fragment key={revision}>
      <Events title={`以往审核（第 ${revision} 版，${endedAt} 修改前）`} events={verdictsOf(reviews)} />
      <Group title={`第 ${revision} 版处方`}>
        <p>
          {[
            ...[paper.name, paper.number, paper.hospital, paper.department, paper.doctor],
            ...[paper.prescribedOn && `${paper.prescribedOn} 开方`, paper.diagnosis && `诊断：${paper.diagnosis}`],
            paper.enteredBy && `录入人 ${paper.enteredBy}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <SmallTable head={paperHead}>
          {lines.map((line, i) => (
            <tr key={i}>
              <PaperCells line={line} />
            </tr>
          ))}
        </SmallTable>
        {hasImage && <Button onClick={() => void showPicture({ id, number, revision })}>查看当时的照片</Button>}
      </Group>
    </Fragment>
  ))
