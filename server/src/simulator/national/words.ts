/** What invented names are put together from; real words of the field, so that searching meets real characters. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const heads = words(
  '阿 安 奥 贝 苯 吡 丙 布 地 丁 二甲 伐 非 氟 格 环 甲 卡 克 拉 雷 利 磷 硫 罗 洛 美 莫 奈 诺 帕 普 羟 瑞 塞 舒 双 司 索 他 替 托 维 西 硝 辛 依 异 吲 佐',
)
export const stems = words(
  '西林 沙坦 洛尔 普利 他汀 地平 替丁 拉唑 沙星 霉素 环素 康唑 韦林 洛韦 替尼 珠单抗 格列净 列汀 格列酮 双胍 唑仑 西泮 帕明 西汀 拉辛 拉法辛 巴胺 司琼 必利 溴铵 特罗 奈德 米松 可松 布芬 昔康 昔布 曲坦 芬酸 膦酸 沙班 格雷 肝素 单硝酯 噻嗪 呋塞 螺酮 洛芬 麻黄 茶碱',
)
export const patentHeads = words(
  '复方 清热 活血 安神 益气 健脾 补肾 润肺 疏肝 祛风 养血 通窍 消炎 止咳 化痰 明目 降脂 强骨 利胆 和胃 宣肺 滋阴 温经 逍遥',
)
export const patentStems = words(
  '丹参 黄芪 当归 川芎 三七 银杏 板蓝根 金银花 连翘 柴胡 茯苓 白术 人参 麦冬 五味子 山楂 决明子 枸杞 菊花 桔梗 杜仲 牛膝 天麻 红花 益母草 地黄 甘草 陈皮 半夏 夏枯草',
)
export const forms = words('胶囊 片 缓释片 分散片 颗粒 注射液 口服溶液 滴眼液 乳膏 肠溶片 软胶囊 丸')
export const specs = words('5mg 10mg 20mg 25mg 40mg 50mg 80mg 0.1g 0.15g 0.25g 0.3g 0.5g 1g 2ml:40mg 5ml:0.1g 10ml')
export const packs = words('6 7 10 12 14 20 24 28 30 36 48 60 100')
export const places = words(
  '苏中 江南 湘江 太湖 钱塘 岭南 巴山 楚天 中原 齐鲁 燕北 辽东 松江 天山 昆仑 祁连 洞庭 鄱阳 闽江 珠江 黄浦 长白 太行 泰山 衡山 华山 嵩山 金陵 姑苏 广陵',
)
export const trades = words('示例制药 示例药业 示例生物制药 示例医药科技 示例中药 示例制药（集团）')
export const slices = words(
  '黄芪 当归 甘草 党参 白术 茯苓 丹参 柴胡 黄芩 金银花 连翘 枸杞子 陈皮 川芎 薄荷 西洋参 人参 麦冬 五味子 桔梗 杜仲 牛膝 天麻 红花 地黄 半夏 白芍 桂枝 葛根 苍术',
)
export const ways = words('炒 蜜炙 酒炙 醋炙 盐炙 麸炒 生用 煅 蒸 姜炙')
export const cuts = words('切片 切段 切丝 切块 统货 选货 一等 二等')
export const devices = words(
  '导管 导丝 支架 缝合线 敷料 引流管 注射器 输液器 留置针 手套 口罩 试纸 针头 球囊 补片 接骨板 螺钉 髓内钉 人工晶体 造口袋 电极 滤器 封堵器 吻合器 负压引流套装',
)
export const deviceHeads = words(
  '一次性使用 可吸收 医用 无菌 可调节 加强型 抗菌 超细 高分子 亲水涂层 预充式 自粘 双腔 三腔 带阀 弹性 微创',
)
export const materials = words('硅胶 聚氨酯 不锈钢 钛合金 聚丙烯 镍钛合金 纯棉 水胶体 聚四氟乙烯 橡胶')
export const sites = words(
  '眼 耳 鼻 咽 喉 食管 胃 十二指肠 结肠 直肠 肝 胆囊 胰 脾 肾 输尿管 膀胱 前列腺 子宫 卵巢 乳腺 甲状腺 肺 支气管 胸膜 心脏 主动脉 脑 脊髓 颈椎 腰椎 髋关节 膝关节 踝关节 肩关节 腕 皮肤 淋巴结 血管 周围神经',
)
export const states = words(
  '炎 溃疡 出血 结石 囊肿 息肉 恶性肿瘤 良性肿瘤 脓肿 梗阻 狭窄 穿孔 结核 损伤 骨折 脱位 畸形 萎缩 增生 纤维化 功能不全 水肿 坏死 感染 静脉曲张 瘘 疝 粘连 异物 肥大',
)
export const grades = words(
  '急性 慢性 复发性 亚急性 先天性 术后 药物性 病毒性 细菌性 真菌性 外伤性 特发性 继发性 原发性 混合性 陈旧性 早期 晚期 双侧 左侧 右侧 多发性 单发性 弥漫性 局限性 过敏性 自身免疫性 缺血性',
)
export const works = words('切除术 修补术 探查术 吻合术 引流术 活组织检查 置换术 成形术 固定术 取出术 造口术 松解术')
export const accesses = words('腹腔镜下 胸腔镜下 经皮 开放性 内镜下 机器人辅助 经导管 关节镜下 经自然腔道 显微')
export const services = words(
  '检查 超声检查 磁共振平扫 计算机体层成像 治疗 理疗 护理 穿刺 注射 换药 冲洗 监测 评估 康复训练 造影 病理诊断 培养 测定',
)
export const patterns = words(
  '气虚 血虚 阴虚 阳虚 气滞 血瘀 痰湿 湿热 风寒 风热 寒凝 食积 火旺 水停 津亏 气陷 血热 燥热 肝郁 脾虚',
)
