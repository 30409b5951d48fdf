import { CODE_CENTRE_REFUSED } from '@yibao/shared/errors/wire.ts'
import { formatTime } from '@yibao/shared/time.ts'
import type { ReactNode } from 'react'
import type { BoxInfo, CentreWords } from '../../api/ui.ts'
import { GuideList, Guides, guidesOf } from '../../kit/guides.tsx'
import { dropToast, openDialog, useUiStore } from './ui-store.ts'

// Boxes that say what to do, from the hint library; read with the first of them.

const openBox = ({ notice, code }: Pick<BoxInfo, 'notice' | 'code'>, body: ReactNode) =>
  openDialog({
    tone: 'harm',
    title: notice,
    body: (
      <>
        {body}
        <small>
          {code && `代码 ${code} · `}
          {formatTime(new Date())}
        </small>
      </>
    ),
    buttons: [{ text: '知道了', value: 'ok', primary: true }],
    dismissible: true,
  })

/** The box of a detailed refusal (SPEC 8). */
export const showBox = ({ notice, info, code }: BoxInfo): Promise<unknown> =>
  openBox(
    { notice, code },
    <>
      <p>{info}</p>
      <Guides message={notice} />
    </>,
  )

/** The box with what is to be done takes the place of a toast, whose 5 s are short for it; said twice it stands once. */
export const showGuided = async (notice: string, { words, infno }: CentreWords): Promise<void> => {
  const guides = await guidesOf(words, infno)
  if (!guides.length) return
  dropToast(notice)
  if (useUiStore.getState().dialogs.some(({ title }) => title === notice)) return
  await openBox({ notice, code: CODE_CENTRE_REFUSED }, <GuideList guides={guides} />)
}
