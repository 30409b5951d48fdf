import type { ErrorText } from './error-text.ts'

/** Refusals of 医保配置 (errors.ts). */
export const configErrors = {
  'config.changed': {
    status: 409,
    error: '{by} 在 {at} 已保存了新的配置，这次没有保存',
    tips: '请核对最新的值后再保存',
  },
  'config.option': { status: 400, error: '{place}不能设置{title}', tips: '请刷新页面后重试' },
  'config.notTelling': {
    status: 409,
    error: '没有开启自动上传，配置没有保存',
    tips: '要保存其他修改，请先放弃「自动上传销售明细」的修改',
  },
  'config.night': {
    status: 409,
    error: '「{place}」已结算的订单超过 2 万笔，改这一项要把它们逐笔改算，白天不能做，配置没有保存',
    tips: '改算时该区划的结算先显示「结果未知」，改完后自动入账（每 10 万笔约 20 秒），请在 20:00 至次日 8:00 保存。要保存其他修改，请先放弃「基金合计包含个人账户」和「个人账户包含共济」的修改',
  },
  'config.area': {
    status: 403,
    error: '没有整个区划的数据权限，不能修改区划的配置',
    tips: '请联系管理员在数据角色中授权',
  },
  'config.store': { status: 409, error: '这个区划还没有门店，不能测试连接', tips: '请先添加门店' },
  'config.file': { status: 400, error: '{name}不能使用：{text}', tips: '请上传医保中心提供的 PEM 格式证书' },
} as const satisfies Record<string, ErrorText>
