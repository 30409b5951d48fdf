import type { ErrorText } from './error-text.ts'

/** Refusals of files that come and sheets that go (errors.ts). */
export const transferErrors = {
  'upload.missing': { status: 400, error: '没有收到文件', tips: '请选择一个文件后重试' },
  'upload.files': { status: 413, error: '一次只能上传一个文件，没有上传', tips: '请选择一个文件后重试' },
  'upload.busy': {
    status: 429,
    error: '正在上传的文件太多，没有上传',
    tips: '请等上一个传完，过几秒再试',
    unlogged: true,
  },
  'upload.slow': { status: 408, error: '{minutes} 分钟没有传完，没有上传', tips: '请检查网络后再试' },
  'upload.size': {
    status: 413,
    error: '文件超过 {limit} MB，没有上传',
    tips: '请换一个较小的文件，或分成几个文件上传',
  },
  'upload.sheet': { status: 400, error: '文件不能按表格读取：{text}', tips: '请下载模板，填写后另存为 .xlsx 再上传' },
  'export.call': { status: 404, error: '这个列表不能导出', tips: '请刷新页面后重试' },
  'export.many': {
    status: 409,
    error: '符合条件的记录超过 {limit} 行，没有导出',
    tips: '请缩小时间范围或增加条件后重试',
  },
} as const satisfies Record<string, ErrorText>
