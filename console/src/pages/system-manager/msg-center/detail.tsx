import { message } from '@yibao/shared/calls/message.ts'
import { defineDetail, LinkedText } from '../../../kit/index.ts'

/** One notice. */
export const MessageDetail = defineDetail({
  call: message.get,
  title: ({ title }) => title,
  groups: [{ title: '消息', fields: ['type', 'level', 'publisherName', 'publishedAt', 'validTo', 'scope'] }],
  extra: ({ content }) => (
    <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 15 }}>
      <LinkedText text={content} />
    </p>
  ),
})
