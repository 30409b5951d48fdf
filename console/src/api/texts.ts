/** The client's own words (SPEC 8 gives their meaning, ux 8 their style). */
export const texts = {
  methodEmpty: '请求参数异常，method为空',
  cancelled: '操作已取消',
  unreachable: (url: string) => `${url} 接口无法访问`,
  timeout: (seconds: number) => `等待 ${seconds} 秒没有收到答复`,
  downloaded: '文件下载成功',
  serverBusy: '服务器繁忙，请 1 分钟后重试',
  templateName: '导入模板.xlsx',
  noRunner: '本机助手还没有就绪',
  noRunnerTips: '读卡和驱动暂不能使用，请点击右上角「助手」查看',
  walkedAway: '没有选择，操作没有继续',
  tooManyRounds: '操作需要的步骤过多',
} as const
