import { audit } from '@yibao/shared/calls/audit.ts'
import { data } from '@yibao/shared/field.ts'
import { upload } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import { fileInput, type Tools } from '../../../kit/index.ts'
import type { Row } from './look.ts'

/** 附件: an image for an appeal. */
export const attachTo = async ({ id, no }: Row, { dialogs }: Tools): Promise<void> => {
  await dialogs.form({
    title: `给 ${no} 上传申诉附件`,
    shape: { file: data('附件') },
    inputs: { file: fileInput('.jpg,.jpeg,.png,.webp') },
    intro: '处方、病历或说明的照片，每个不超过 6 MB，每条最多 5 个。加密保存，只有能看这家门店的人能打开。',
    okText: '上传附件',
    cancelText: '不上传',
    check: ({ file }) => (file ? undefined : { file: '请选择附件' }),
    submit: async ({ file }) => {
      await upload(audit.attach, { id }, file as File)
      ui().success('附件已上传')
    },
  })
}
