import { systemConfig } from '@yibao/shared/calls/config.ts'
import { systemOptions } from '@yibao/shared/entities/config.ts'
import { defineConfig } from '../../kit/index.ts'

/** 系统参数: what every area starts from, and what no area decides (domain.md 8.2). Super administrators only. */
export default defineConfig({
  fields: systemOptions,
  layout: systemConfig.pullOptionsUI,
  options: systemConfig.pullOptions,
  save: systemConfig.save,
  history: systemConfig.history,
})
