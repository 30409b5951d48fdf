import { UploadOutlined } from '@ant-design/icons'
import { kilobytes } from '@yibao/shared/entities/size.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { Button } from 'antd'
import { Upload } from '../late/antd.ts'
import type { InputProps } from './input-props.ts'

/** A form's field that is a file: it is sent with the form and not before. */
export const fileInput = (accept: string) =>
  function FileInput({ id, value, onChange }: InputProps) {
    const file = value as File | undefined
    return (
      <Upload
        accept={accept}
        showUploadList={false}
        beforeUpload={(chosen) => {
          onChange?.(chosen)
          return false
        }}
      >
        <Button id={id} icon={<UploadOutlined />}>
          {file ? `${file.name}（${formatCount(kilobytes(file.size))} KB）` : '选择文件'}
        </Button>
      </Upload>
    )
  }
