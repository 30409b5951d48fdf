import { ybOptions } from '@yibao/shared/calls/config.ts'
import { areaOptions, fileOptions } from '@yibao/shared/entities/config.ts'
import { defineConfig } from '../../kit/index.ts'

/** 医保配置: how an area's centre is reached, what its counters may do, how its slips look; per store where it may differ. */
export default defineConfig({
  fields: { ...areaOptions, ...fileOptions },
  layout: ybOptions.pullYBConfigOptionsUI,
  options: ybOptions.pullYBConfigOptionsV2,
  save: ybOptions.saveYBConfigOptions,
  history: ybOptions.pullConfigHistory,
  files: { upload: ybOptions.uploadConfigFileTemplate, remove: ybOptions.removeConfigFileTemplate },
  test: { call: ybOptions.testConnection, text: '测试连接', facts: ['storeName', 'url', 'ms'] },
  places: {
    title: '区划和门店',
    call: ybOptions.pullConfigPlaces,
    empty: '没有可配置的区划。新平台先在「公司初始化」开通区划；已有区划时请管理员分配数据角色',
    nodes: ({ areas }) =>
      areas.map(({ areaCode, areaName, stores }) => ({
        key: areaCode,
        title: `${areaName} ${areaCode}`,
        children: stores.map(({ storeId, storeName, own }) => ({
          key: `${areaCode}/${storeId}`,
          title: own ? `${storeName}（${own} 项本级设置）` : storeName,
        })),
      })),
    input: (key) => {
      const [medicalAreaCode, storeId] = key.split('/')
      return { medicalAreaCode, storeId }
    },
  },
})
