import { type ModalProps, Modal as Plain } from 'antd'
import { reachable } from '../form/next-field.ts'
import { enter } from './first.ts'

const entered = enter('.ant-modal', `.ant-modal-body :is(${reachable}, button), .ant-modal-footer button`)

/** antd's dialog, in which the focus begins at its first field or button. */
const Modal = (props: ModalProps) => <Plain afterOpenChange={entered} {...props} />

export default Modal
