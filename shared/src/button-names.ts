import type { ButtonCode } from './call.ts'

/** What a button right is called in the rights tree, in refusals and on the pages. */
export const buttonNames: Record<ButtonCode, string> = {
  query: '查询',
  add: '新增',
  edit: '编辑',
  remove: '删除',
  enable: '启用',
  stop: '停用',
  download: '下载',
  upload: '上传',
  export: '导出',
  import: '导入',
  print: '打印',
  settle: '结算',
  reverse: '撤销',
  handle: '处理',
  approve: '审核',
  assign: '分配',
  push: '推送',
  test: '测试',
}
