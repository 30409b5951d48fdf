import { ybOptions } from '@yibao/shared/calls/config.ts'
import { areaOptions, fileOptions } from '@yibao/shared/entities/config.ts'
import { defineConfig, late } from '../../kit/index.ts'

const turnTips =
  '保存后本区划所有门店立即向新地址签到和结算。还没有结果的结算留给人工核实。测试环境的结算不在正式环境里：换地址前请先全部撤销，对照换后要重新上报。'

/** 医保配置: how an area's centre is reached, what its counters may do, how its slips look; per store where it may differ. */
export default defineConfig({
  fields: { ...areaOptions, ...fileOptions },
  layout: ybOptions.pullYBConfigOptionsUI,
  options: ybOptions.pullYBConfigOptionsV2,
  save: ybOptions.saveYBConfigOptions,
  history: ybOptions.pullConfigHistory,
  files: { upload: ybOptions.uploadConfigFileTemplate, remove: ybOptions.removeConfigFileTemplate },
  grave: {
    centreUrl: { title: '改医保中心地址？', tips: turnTips },
    callPath: { title: '改医保中心的请求路径？', tips: turnTips },
  },
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
    shows: [ybOptions.pullConfigPlaces, ybOptions.paged],
    list: late(() => import('./medical-security-config/list.tsx')),
    copy: {
      text: '从门店复制',
      among: (key) => key.includes('/'),
      note: '只填入页面，核对后按「保存」才生效。密钥、证书等文件、门店名称和机构编码不复制；那家门店没有单独设置的项目，这里保持不变。',
    },
    input: (key) => {
      const [medicalAreaCode, storeId] = key.split('/')
      return { medicalAreaCode, storeId }
    },
  },
})
