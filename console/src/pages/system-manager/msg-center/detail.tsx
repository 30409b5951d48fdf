import type { ResultOf } from '@yibao/shared/call.ts'
import { message } from '@yibao/shared/calls/message.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { callServer } from '../../../api/index.ts'
import { defineDetail, LinkedText } from '../../../kit/index.ts'
import { ProgressDialog } from '../../../kit/late/dialogs.ts'
import { go } from '../../../state/go.ts'

type Notice = ResultOf<typeof message.get>

/** Where a notice leads: to a page, or to the results of work on several stores, which open over it. */
const Way = ({ id, link }: Pick<Notice, 'id'> & { link: NonNullable<Notice['link']> }) => {
  const [shown, setShown] = useState(false)
  const progressId = new URLSearchParams(link.path.split('?')[1]).get('progressId')
  return (
    <>
      <Button
        type="primary"
        onClick={() => {
          callServer(message.read, { ids: [id] }, { silent: true }).catch(() => undefined)
          if (progressId) setShown(true)
          else go(link.path)
        }}
      >
        {link.title}
      </Button>
      {progressId && shown && <ProgressDialog progressId={progressId} onClose={() => setShown(false)} />}
    </>
  )
}

/** One notice. */
export const MessageDetail = defineDetail({
  call: message.get,
  title: ({ title }) => title,
  groups: [
    { title: '消息', fields: ['type', 'level', 'publisherName', 'publishedAt', 'validFrom', 'validTo', 'scope'] },
  ],
  extra: ({ content }) => (
    <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 15 }}>
      <LinkedText text={content} />
    </p>
  ),
  footer: ({ id, link }) => link && <Way id={id} link={link} />,
})
