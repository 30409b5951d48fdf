import type {
  DrawerProps,
  InputNumberProps,
  ModalProps,
  ProgressProps,
  QRCodeProps,
  SegmentedProps,
  SkeletonProps,
  SwitchProps,
  TreeProps,
  TreeSelectProps,
  UploadProps,
} from 'antd'
import type { ComponentType, ReactNode } from 'react'
import { late } from './late.tsx'
import { unreadNumber, unreadPicker } from './unread-input.tsx'

// antd's package.json declares no module type, so TypeScript sees CommonJS where vite gives the ES module's default.
const part = <P extends object>(load: () => Promise<unknown>, waiting?: Parameters<typeof late<P>>[1]) =>
  late(load as () => Promise<{ default: ComponentType<P> }>, waiting)

/** A dialog of antd; its text is written like antd's own, its code arrives when the first one is opened. */
export const Modal = part<ModalProps>(() => import('./modal.tsx'))
export const Drawer = part<DrawerProps>(() => import('./drawer.tsx'))
export const InputNumber = part<InputNumberProps>(() => import('antd/es/input-number/index.js'), unreadNumber)
export const Segmented = part<SegmentedProps<string>>(() => import('../segmented.tsx'))
export const Progress = part<ProgressProps>(() => import('antd/es/progress/index.js'))
export const QRCode = part<QRCodeProps>(() => import('antd/es/qr-code/index.js'))
export const Skeleton = part<SkeletonProps>(() => import('antd/es/skeleton/index.js'))
export const Switch = part<SwitchProps>(() => import('antd/es/switch/index.js'))
export const Tree = part<TreeProps>(() => import('antd/es/tree/index.js'))
export const TreeSelect = part<TreeSelectProps>(() => import('antd/es/tree-select/index.js'), unreadPicker)
export const Upload = part<UploadProps & { children?: ReactNode }>(() => import('antd/es/upload/index.js'))
