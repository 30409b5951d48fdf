import { message } from '@yibao/shared/calls/message.ts'
import { Button } from 'antd'
import { callServer } from '../../../api/index.ts'
import { defineDetail, LinkedText } from '../../../kit/index.ts'
import { go } from '../../../state/go.ts'

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
  footer: ({ id, link }) =>
    link && (
      <Button
        type="primary"
        onClick={() => {
          callServer(message.read, { ids: [id] }, { silent: true }).catch(() => undefined)
          go(link.path)
        }}
      >
        {link.title}
      </Button>
    ),
})
