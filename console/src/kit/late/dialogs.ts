import { late } from './late.tsx'

// The kit's dialogs and what stands in dialogs only, each with all it needs (form, upload, tree), behind the page.

export const FormDialog = late(async () => ({ default: (await import('../form/form-dialog.tsx')).FormDialog }))
export const AuthorizeDialog = late(async () => ({ default: (await import('../authorize.tsx')).AuthorizeDialog }))
export const ProgressDialog = late(async () => ({ default: (await import('../progress-dialog.tsx')).ProgressDialog }))
export const UploadDialog = late(async () => ({ default: (await import('../upload-dialog.tsx')).UploadDialog }))
export const PrintPreview = late(async () => ({ default: (await import('../print/preview.tsx')).PrintPreview }))
export const ReasonDialog = late(async () => ({ default: (await import('../print/reason-dialog.tsx')).ReasonDialog }))
export const BatchDialog = late(async () => ({ default: (await import('../print/batch-dialog.tsx')).BatchDialog }))
export const CheckTree = late(async () => ({ default: (await import('../tree/check-tree.tsx')).CheckTree }))
