import { UploadOutlined } from '@ant-design/icons'
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
          {file ? `${file.name}（${Math.ceil(file.size / 1024)} KB）` : '选择文件'}
        </Button>
      </Upload>
    )
  }
