/**
 * Every message of the counter: `id tone place｜what happened｜what it means｜next step｜buttons`, `{}` filled when shown.
 * M01-M44 are the numbers of the counter's message catalogue (ux 2.6); rows with `-` are the shorter notes of ux 1 and 2.
 * Place: `line` = R6, `band` = R6 across the whole width, `dialog` = on the page, waiting for a decision.
 */
export const messages = {
  'agent.absent':
    'M01 warn line｜未连接本机助手｜暂不能读卡，打印改用浏览器；已录入的内容不受影响｜可扫电子凭证｜startAgent',
  'agent.clock':
    'M33 error line｜本机时间不准，连接不上本机助手｜暂不能读卡，打印改用浏览器；可扫电子凭证｜请校准本机的日期和时间，之后自动连接｜fixClock',
  'agent.expired':
    'M33 error line｜本机助手很久没有连上云服务，或本机日期不对｜暂不能读卡，打印改用浏览器；可扫电子凭证｜请核对本机的日期和网络，之后自动连接｜',
  'agent.back': '- ok line｜本机助手已连接｜可以读卡和打印｜{next}｜',
  'store.missing': '- warn line｜当前账号没有门店｜本页不能读卡和结算｜请用门店操作员账号登录｜',
  'agent.desk':
    'M01 warn line｜本机助手的桌面程序还没有就绪｜没有读到信息，已录入的不受影响｜约 3 秒后按 F2，或扫电子凭证｜',
  'reader.absent': 'M02 warn line｜没有找到读卡器｜社保卡、身份证暂不能读，电子凭证可用｜插紧 USB 线后按 F2｜',
  'card.none': 'M03 warn line｜没有检测到卡｜–｜请把芯片朝上插到底，再按 F2｜',
  'card.noneId': 'M03 warn line｜没有检测到身份证｜–｜请把身份证平放在读卡区，再按 F2｜',
  'code.none': 'M03 warn line｜没有扫到二维码｜–｜请参保人打开医保电子凭证，对准扫码设备，再按 F2｜',
  'card.mute': 'M04 warn line｜卡没有应答｜芯片可能有污渍或已损坏｜擦净重插后按 F2；仍不行请按 Alt+1 用电子凭证｜',
  'card.removed': 'M05 warn line｜读取时卡被拔出｜本次没有读到信息，购药明细已保留｜重新插卡后按 F2｜',
  'card.auth':
    'M06 error line｜卡认证未通过（{code}）｜读卡器安全模块或卡片状态异常，不是密码问题｜换电子凭证；每张卡都这样请联系管理员检查读卡器｜',
  'card.hsm':
    'M06 error line｜此卡要由加密机认证（{code}）｜还没有接通加密机，不是密码问题｜换电子凭证；请管理员装当地 PSAM 卡｜',
  'pin.wrong': 'M07 warn line｜密码不正确，还可输入 {n} 次｜连续输错会锁卡｜请参保人重新输入，按 F2 重试｜',
  'pin.wrongUncounted': 'M07 warn line｜密码不正确｜连续输错会锁卡，请参保人确认｜参保人确认后按 F2 重试｜',
  'pin.locked': 'M08 error line｜卡密码已锁定｜本卡暂不能结算｜按 Alt+1 改用电子凭证；解锁请参保人到社保卡服务网点｜',
  'pin.timeout': 'M09 warn line｜等待输入密码超时｜没有扣款，明细已保留｜参保人准备好后按 F2｜',
  'driver.crash':
    'M10 error line｜读卡驱动异常退出，正在恢复｜本次没有读到信息｜约 3 秒后按 F2；重复出现请上报｜report',
  'driver.fault':
    'M10 error line｜读卡驱动出错，已暂停使用｜社保卡、身份证暂不能读，电子凭证可用｜请点上方读卡器灯的「恢复驱动」｜report',
  'qr.expired': 'M11 warn line｜电子凭证二维码已失效｜没有读取参保信息｜请参保人刷新二维码后重扫｜',
  'person.none': 'M12 error line｜医保中心没有此人的参保信息｜不能按医保结算｜核对证件后重读，或在 ERP 按自费收款｜',
  'person.limited': 'M13 warn line｜参保状态：{reason}｜不享受统筹待遇，个人账户余额 {balance} 仍可使用｜继续按 F8｜',
  'person.limitedEmpty':
    'M13 warn line｜参保状态：{reason}｜不享受统筹待遇，个人账户余额 0.00｜继续按 F8，不足部分收现金｜',
  'person.closed':
    'M13 warn line｜参保状态：{reason}｜个人账户不能使用，医保可能不予结算｜按 F8 试算；未通过时在 ERP 按自费收款｜',
  'person.frozen':
    'M13 warn line｜参保状态：{reason}｜个人账户不能使用，统筹待遇正常｜有处方的按 F6 选择处方，按统筹结算；没有处方的在 ERP 按自费收款｜',
  'person.manyInsu': 'M14 info line｜有 {n} 个参保险种｜不同险种报销不同｜请在左侧选择险种｜',
  'person.outArea': 'M15 info line｜外地参保：{area}｜按参保地政策、本地目录结算，用时可能较长｜继续按 F8｜',
  'person.other':
    'M16 warn band｜已读取另一位参保人 {other}｜当前购药属于 {name}，尚未结算｜请选择｜parkFor replacePerson ignorePerson',
  'card.changed': 'M17 error line｜结算前检测到卡已更换｜没有结算，没有扣款｜请按 F2 重新读卡并预结算｜',
  'card.again':
    '- warn line｜结算前再次读卡：{text}｜没有结算，没有扣款，预结算仍有效｜请放好原来的卡再按 F9；读不出请换凭证，重新预结算｜',
  'item.unmapped': 'M18 warn line｜{item} 未对照医保目录｜按全自费计算｜可继续；对照后重新预结算可按医保计算｜',
  'item.repeat': 'M19 warn line｜{item} {when}已购 {quantity}｜可能被医保审核扣款｜请与参保人确认后继续｜',
  'audit.hit': '- warn line｜{what}｜{meaning}｜{next}｜',
  'audit.ask': '- warn line｜还有审核提醒没有确认｜还没有结算｜按 F9 查看并确认｜',
  'audit.blocked': '- error line｜{what}｜{meaning}，不能结算｜{next}｜',
  'item.needRx': 'M20 error line｜{item} 是处方药，没有关联处方｜不能结算该药｜按 F6 选择处方，或移出该药｜',
  'item.trace': 'M21 error line｜{item} 还缺 {n} 个追溯码｜本地区要求扫码后才能结算｜请扫描药盒上的追溯码｜',
  'item.expired':
    '- warn line｜{item} 的有效期到 {day}，已过期｜过期药品不应销售｜请换未过期的药盒；有效期填错时，在药品行按 Enter 改正｜',
  'item.expiredNo':
    '- error line｜{item} 的有效期到 {day}，已过期｜本地区不结算过期药品｜请换未过期的药盒；有效期填错时，在药品行按 Enter 改正｜',
  'rx.review':
    '- error line｜本地区的处方须经药师审核｜手工登记的处方不能结算｜按 F6 选择审核通过的处方，或录入后请药师审核｜',
  'rx.outside':
    '- error line｜{item} 不在所选处方内｜处方内外要分两笔结算｜移出该药，处方结算后另结一笔；或按 F6 换处方｜',
  'rx.quantity': '- error line｜{item} 超过处方数量，最多 {limit}｜不能预结算｜请改数量；超出部分须另开处方｜',
  'rx.sell':
    '- info line｜{name} 的处方 {number} 待结算｜还没有读取参保人｜请读取其本人的医保凭证，读取后自动带入；不结算按「清屏」｜',
  'rx.taken': '- ok line｜已选用处方 {number}，{n} 种药品｜数量可以减少，不能增加｜按 F8 预结算｜',
  'rx.takenPart':
    '- warn line｜已选用处方 {number}｜{names} 没有对应本店商品，没有带入｜这些药品须撤销处方后对应商品重新提交；按 F8 结算其余药品｜',
  'rx.late':
    '- warn line｜处方 {number} 没有带入：参保人已重新读取或更换｜处方仍在本店处方中｜请读取处方的参保人后按 F6 选用｜',
  'rx.awaits':
    '- warn line｜处方 {number} 已下载，{n} 种药品已带入｜待药师审核，还不能结算｜通过后在这里提示；可按 F4 挂单接待下一位｜',
  'rx.entered': '- info line｜处方 {number} 已提交，待药师审核｜没有结算，通过后在这里提示｜可按 F4 挂单接待下一位｜',
  'rx.passed': '- ok line｜处方已通过：{name} 的处方 {number}｜药师 {pharmacist} 已审核｜{next}｜',
  'rx.refused': '- warn line｜{name} 的处方 {number} 未通过：“{reason}”｜不能结算｜换药或请医生修改后重新开方｜',
  'rx.notTaken':
    '- warn line｜处方 {number} 药师已审核，医保中心没有接受审核结果｜不能结算｜在「处方管理」查看原因后重新上传，或换一张处方｜',
  'rx.returned': '- warn line｜{name} 的处方 {number} 被退回：“{reason}”｜还没有审核｜按 F6 修改后重新提交｜',
  'erp.sumDiff':
    'M22 error line｜明细合计 {lines} 与 ERP 总额 {total} 相差 {difference}｜不能预结算｜请在 ERP 中核对后重新发送｜',
  'pre.refused': 'M23 error line｜医保中心未通过预结算：“{text}”｜{explain}｜{next}｜contactAdmin',
  'pre.stale': 'M24 warn line｜明细已改动，原预结算作废｜金额需要重新计算｜按 F8 重新预结算｜',
  'pre.chosen': '- warn line｜凭证或结算的选择有变动，原预结算作废｜金额需要重新计算｜按 F8 重新预结算｜',
  'pre.parted': '- warn line｜有药品不在该病种用药范围，要分两笔结算｜原预结算作废，没有扣款｜按 F8 重新预结算｜',
  'pre.notBooked': '- warn line｜刚才的结算没有成立｜没有扣款；再次结算须重新预结算｜按 F8 重新预结算｜',
  'settle.wait': 'M25 wait band｜正在结算…｜请勿拔卡，请勿关闭窗口｜请勿重复操作｜',
  'settle.waitLong':
    'M25 wait band｜正在结算…｜请勿拔卡，请勿关闭窗口｜仍在等待医保中心答复，可转后台核实｜toBackground',
  'settle.done': 'M26 ok band｜结算成功 · 收现金 {cash} 元｜个人账户 {account}，结算后余额 {balance}｜{slip}｜',
  'settle.doneNoCash': 'M26 ok band｜结算成功 · 无需收现金｜个人账户 {account}，结算后余额 {balance}｜{slip}｜',
  'settle.unknown':
    'M27 warn band｜{who}结算结果未知｜医保中心可能已扣款，请勿重复结算｜系统正在核实（第 {n} 次），请顾客稍候｜',
  'settle.unknownLong':
    'M27 warn band｜{who}结算结果未知｜医保中心可能已扣款，请勿重复结算｜正在核实（第 {n} 次）。{advice}｜keepWaiting toBackground',
  'settle.unknownPerson':
    'M27 warn band｜{who}结算结果未知｜医保中心可能已扣款，请勿重复结算｜没有核实出来：药品先不交付，转后台后到「异常订单」处理｜toBackground',
  'settle.resolvedYes': 'M28 ok band｜已核实：结算成功 · 收现金 {cash} 元｜–｜{slip}｜',
  'settle.resolvedNo': 'M29 warn band｜已核实：没有扣款｜这笔结算未成立｜按 F8 重新预结算｜',
  'settle.resolvedRead': 'M29 warn band｜已核实：{name} 没有扣款｜这笔结算未成立｜请重新读取凭证后按 F8｜',
  'net.before': 'M30 error line｜网络已断开｜这笔还没有结算，没有扣款｜恢复后按 F8；明细保留在本页，恢复前不能挂单｜',
  'sign.missing': 'M31 warn line｜本店今天还没有签到｜签到后才能结算｜请先签到｜signIn',
  'sign.closed': 'M31 warn line｜今天的签到已经结束｜重新签到后才能结算｜请重新签到｜signIn',
  'centre.down':
    'M32 error line｜医保中心暂时不能访问｜新的结算会失败，已完成的不受影响｜稍后自动重试；最近一次成功 {time}｜',
  'centre.back': '- ok line｜医保中心已有答复｜可以结算｜{next}｜',
  'clock.off': 'M33 warn line｜本机时间与医保中心相差 {n} 分钟｜可能造成跨日对账差异｜请校准时间或联系管理员｜fixClock',
  'print.paper': 'M34 warn line｜{done}{slip}未打印：打印机缺纸｜不影响{act}｜装纸后自动续打｜',
  'print.cover': 'M34 warn line｜{done}{slip}未打印：打印机盖子没有合上｜不影响{act}｜合上后自动续打｜',
  'print.offline':
    'M35 warn line｜打印机 {printer} 无法连接｜{over}{slip}在等待｜检查电源和连线，或换打印机｜changePrinter',
  'print.paused':
    'M35 warn line｜打印机 {printer} 已暂停｜{over}{slip}在等待｜在打印机队列窗口取消暂停后自动续打，或换打印机｜changePrinter',
  'print.disk': 'M34 warn line｜{done}{slip}未打印：本机磁盘已满｜不影响{act}｜请清理磁盘，有空间后自动续打｜',
  'print.desk':
    '- warn line｜{slip}还没有打印：本机助手的桌面程序没有就绪｜{over}{slip}在等待｜恢复后自动打印；一直这样请重新登录 Windows｜',
  'print.waits': '- warn line｜{slip}还没有打印：{text}｜{over}{slip}在等待｜恢复后自动打印；一直不行请联系管理员｜',
  'print.later': '- warn line｜{slip}还没有打印：{text}｜不影响{act}｜恢复后自动打印｜',
  'print.glyph':
    '- warn line｜{slip}缺字：字库没有 {text}｜{slip}照常打印，以〓和编码代替，不影响{act}｜请联系管理员报告缺字｜',
  'print.unsure':
    'M36 warn dialog｜不确定{slip}是否已打印｜为避免重复，系统没有自动重打｜请看打印机上有没有这张小票｜printedYes printedNo',
  'park.done': 'M37 ok line｜已挂单：{name} {count} 种 {total}｜没有结算｜按 F4 取回｜',
  leave: 'M38 warn dialog｜当前购药还没有结算｜离开后保留在挂单中｜请选择｜parkAndLeave stay',
  'erp.notTold':
    'M39 warn line｜{done}ERP 尚未收到{whose}结果｜医保已扣款，请勿在 ERP 再次发起医保支付｜正在重发（第 {n} 次）｜resendErp',
  'cancel.ask':
    'M40 warn dialog｜撤销这笔结算？{returns}｜撤销后不能恢复，重新购买需再次结算｜请选择原因｜confirmReversal keepOrder',
  'print.elsewhere':
    '- warn dialog｜{text}｜为避免重复，系统没有自动打印｜手里已有这张小票，或已不需要，就不用再打｜keepUnprinted printAnyway',
  'print.dropped': '- ok line｜{slip}不再打印｜不影响{act}｜要打时从最近的一笔里补打｜',
  'cancel.done': 'M41 ok band｜已撤销{whose} · {back} 元｜个人账户已退回 {account}｜{slip}｜',
  'cancel.unsigned':
    '- warn line｜还没有撤销：签到后才能撤销｜原结算仍然有效，先不要退现金｜签到后重新打开这笔撤销｜signIn',
  'cancel.refused': 'M42 error line｜医保中心未同意撤销：“{text}”｜原结算仍然有效｜{next}｜contactAdmin',
  'amount.check':
    'M43 warn band｜结算成功，但金额关系有误（相差 {difference}）｜已记账，不要重做｜已转异常订单，请正常收款 {cash}｜',
  'report.sent': '- ok line｜已通知管理员｜已附上门店、操作员和原文，没有参保人信息｜管理员的答复请留意消息｜',
  'report.before': '- info line｜10 分钟内已就此通知过管理员｜没有重复发送｜着急时请直接打电话联系｜',
  'session.expired': 'M44 warn line｜登录已过期，请重新登录｜当前购药已保存｜登录后自动恢复｜relogin',

  'read.start': '- info line｜请扫描医保电子凭证，或按 F2 读卡｜｜｜',
  'next.scan': '- info line｜请扫描药品｜｜或输入编码、名称、首字母｜',
  'next.presettle': '- info line｜{count} 种，合计 {total}｜｜{next}｜',
  'read.wait': '- wait line｜正在读取参保信息…｜｜按 Esc 取消｜',
  'read.done': '- ok line｜已读取参保人 {name}｜{insurance}，余额 {balance}｜{next}｜',
  'read.auto': '- wait line｜卡没有应答，正在自动重读一次…｜｜按 Esc 取消｜',
  'read.cancelled': '- info line｜已取消读取｜购药明细已保留｜需要时按 F2｜',
  'read.refused': '- error line｜医保中心：“{text}”｜没有读到参保信息，明细已保留｜{next}｜',
  'read.twice': '- warn line｜卡仍没有应答｜已连续 {n} 次没有读到｜请按 Alt+1 电子凭证，或 Alt+3 身份证｜',
  'read.typedId': '- warn dialog｜用身份证号读取？｜刚才扫描的是 18 位身份证号｜号码不会显示｜',
  'read.typedIdNo': '- warn line｜本地区不允许用身份证号读取｜没有读取参保信息｜请扫描电子凭证，或按 F2 读卡｜',
  'read.typedIdWrong': '- warn line｜身份证号有误｜没有读取参保信息｜请核对号码后重新输入，或按 F2 读卡｜',
  'read.torn': '- warn line｜扫到的码不完整｜没有读取参保信息，也没有添加药品｜请对准电子凭证或药品条码重新扫描｜',
  'read.first': '- warn line｜还没有读取参保人｜不知道按谁的医保结算｜请扫描电子凭证，或按 F2 读卡｜',
  'read.busy': '- wait line｜正在读取参保信息｜读取后才能预结算｜请等待，或按 Esc 取消｜',
  'read.again': '- warn line｜读卡信息已过期｜明细已保留，没有扣款｜请重新读取凭证后按 F8｜',
  'read.differs':
    '- warn band｜凭证与挂单的参保人不一致｜挂单属于 {name}，刚读取的是 {other}｜请选择｜asNewPerson dropRead',
  'item.none': '- warn line｜没有找到“{code}”｜本店目录没有这个药品｜可输入名称或首字母查找｜',
  'item.unchosen': '- warn line｜“{code}”有几个药品，还没有选｜没有加入{also}｜请重新扫描它，在列表中选择｜',
  'item.late': '- warn line｜刚才扫描的 {code} 没有加入：扫描后购药单已换｜当前购药单没有改动｜需要的话请重新扫描｜',
  'order.late': '- warn line｜单号 {code} 没有打开：已在办理别的业务｜购药单没有改动｜需要的话请重新扫描｜',
  'item.choose': '- info line｜找到 {n} 个药品｜｜请在列表中选择｜',
  'item.removed': '- info line｜已移出 {item}｜｜可放回｜undoRemove',
  'item.badNumber': '- warn line｜{what}没有改动：“{text}”不能用｜原值保留｜请输入{rule}｜',
  'item.typedCode': '- warn line｜电子凭证不能手工输入｜没有读取参保信息｜请用扫码枪扫描｜',
  'trace.over':
    '- error line｜{item} 的追溯码比数量多 {n} 个｜没有卖出的那盒不能上报｜请在该药品行移除退回那盒的追溯码｜',
  'trace.twice': '- warn line｜该追溯码已在本单中｜没有重复添加｜请扫描另一盒｜',
  'trace.sold':
    '- warn line｜{item} 的追溯码 …{code} 已在订单 {order} 售出｜同一盒不能卖两次｜在药品行按 Enter 移除后换一盒；退回的先撤销原结算｜',
  'trace.unknown': '- warn line｜不知道这个追溯码属于哪个药品｜没有添加｜请先扫描药品条码，再扫追溯码｜',
  'erp.readOnly': '- warn line｜明细来自 ERP，不能在这里修改｜｜请在 ERP 中修改后重新发送｜',
  'basket.locked': '- warn line｜明细已锁定｜这笔正在结算或等待核实｜请等待结果｜',
  'basket.ended': '- warn line｜这笔已经结束｜没有再次扣款｜退货请点最近中的姓名；接待下一位请直接扫描｜',
  'basket.empty': '- warn line｜还没有药品｜不能预结算｜请扫描药品条码，或输入名称、首字母查找｜',
  'disease.missing': '- warn line｜所选的医疗类别需要选择病种｜不能预结算｜按 F3 选择病种｜',
  'disease.none': '- warn line｜没有有效的备案病种｜不能按{kind}结算｜请改选「{ordinary}」，或请参保人先备案｜',
  'disease.unknown':
    '- warn line｜医保中心没有答复{kind}备案，不知道有没有｜暂时不能按{kind}结算｜请重读凭证再查，或改选「{ordinary}」｜',
  'disease.ending': '- warn line｜该病种{when}｜｜请提醒参保人续备案｜',
  'coverage.apart': '- warn line｜“{item}”不在该病种用药范围｜将按普通购药另结一笔｜按 F8 一起预结算｜',
  'coverage.whole': '- warn line｜“{item}”不在该病种用药范围｜按该病种可能不予支付｜{next}｜',
  'pre.wait': '- wait line｜预结算中…｜可能需要参保人在键盘上输入密码｜｜',
  'pre.done': '- ok line｜预结算完成：应收现金 {cash} 元｜｜按 F9 结算｜',
  'pre.twin':
    '- warn line｜已预结算，但{name}有一笔相同的购药结果未知｜医保中心可能已扣款，请勿重复结算｜请等待核实结果；可按 F4 挂单接待下一位｜',
  'second.priced':
    '- ok line｜{inside} {a} 种、{outside} {b} 种，将分两笔结算｜第一笔现金 {cash}，第二笔现金约 {next}｜按 F9 结算第一笔｜',
  'second.refused':
    '- warn line｜{outside} {b} 种没有预结算：{text}｜{inside} {a} 种可先结算，现金 {cash}｜按 F9 结算；或移出{outside}药品｜',
  'second.own': '- ok band｜第一笔结算成功 · 收现金 {cash} 元｜{outside} {n} 种是第二笔，还没有结算｜{next}｜',
  'second.ownCheck':
    '- warn band｜第一笔结算成功，但金额关系有误｜已记账，不要重做；请正常收款 {cash}｜{outside} {n} 种是第二笔：{next}｜',
  'second.behind':
    '- warn band｜{name} 的第一笔已转后台核实，请勿重复结算｜{outside} {n} 种是第二笔，未结算｜{next}；或按 F4 挂单｜',
  'second.done':
    '- ok band｜第二笔结算成功 · 收现金 {cash} 元｜两笔共收现金 {sum} 元；本笔个人账户 {account}，余额 {balance}｜{slip}｜',
  'pre.first': '- warn line｜还没有有效的预结算｜没有扣款｜按 F8 预结算，核对金额后再按 F9｜',
  'second.first': '- warn line｜第二笔还没有预结算｜第一笔不受影响，请勿重复结算｜按 F8 预结算第二笔｜',
  'pre.failed': '- error line｜{text}｜没有结算，没有扣款｜{next}｜',
  'settle.other': '- warn line｜没有结算：先选这笔属于谁｜没有扣款｜仍为当前参保人结算请按 F8，再按 F9｜',
  'settle.refused': '- error line｜医保中心未通过结算：“{text}”｜没有结算，没有扣款｜{next}｜',
  'settle.failed': '- error line｜{text}｜没有结算，没有扣款｜{next}｜',
  'settle.moved': '- warn line｜{name} 的结算已转后台核实｜请勿为其重复结算｜有结果会在这里提示｜',
  'settle.backYes': '- ok line｜已核实：{name} 的结算成功 · 收现金 {cash} 元｜–｜{slip}｜',
  'settle.backNo': '- warn line｜已核实：{name} 没有扣款｜那笔结算未成立｜需要时重新读取凭证结算｜',
  'settle.backAside': '- warn band｜已核实：{name} 没有扣款｜那笔结算未成立｜购药单放回挂单，可按 F4 取回｜',
  'money.busy': '- warn line｜正在结算，或结果还没有核实｜请勿重复操作｜请等待结果｜',
  'net.cut': '- error line｜网络已断开｜明细已保留，没有扣款｜恢复后重试｜',
  'net.after': '- error line｜网络已断开｜刚才结束的那笔不受影响｜恢复后再接待下一位｜',
  'net.on': '- ok line｜网络已恢复｜明细已保留，没有扣款｜{next}｜',
  'net.back': '- ok line｜网络已恢复｜金额需要重新计算｜按 F8 重新预结算｜',
  'print.none': '- warn line｜没有可以打印的结算单｜｜预结算或结算后按 F10｜',
  'print.done': '- ok line｜{slip}已打印｜恢复后自动续打，没有重复｜｜',
  'print.failed': '- warn line｜{slip}没有打印：{text}｜不影响{act}｜{again}｜',
  'print.browser': '- info line｜{slip}已用浏览器打印｜本机助手没有连接｜｜',
  'park.wait': '- wait line｜正在挂单…｜挂好之前不能改动，没有结算｜等不及可清屏接待下一位，挂单会自动完成｜',
  'park.returning': '- info line｜这一单正在取回｜｜取回后自动显示，请稍候｜',
  'park.nothing': '- info line｜还没有药品，不用挂单｜｜接待下一位请直接读取凭证；取单请先清屏｜',
  'park.none': '- info line｜没有挂单｜｜请扫描医保电子凭证，或按 F2 读卡｜',
  'park.back': '- info line｜挂单已取回｜原预结算作废｜按 F8 重新预结算｜',
  'park.backRead': '- warn line｜挂单已取回｜凭证需要重新读取｜请重新读取凭证后结算｜',
  'park.failed': '- error line｜没有挂单：{text}｜明细仍在本页｜{next}｜',
  'park.unsure': '- warn line｜不知道是否已挂上：{text}｜明细仍在本页，没有结算｜{next}｜',
  'park.unheard': '- warn line｜不知道刚才是否已挂上｜没有扣款；结算前须先核实挂单｜按 F8 重新预结算｜',
  'park.aside': '- error line｜先前的购药单没有挂上：{text}｜没有结算｜{next}｜',
  'park.booked': '- warn line｜这笔已经提交结算，不能挂单｜｜请等待结果，或转后台核实｜',
  'park.open': '- warn line｜当前购药还没有结算｜没有取回挂单｜先结算，或按 F4 挂单后再取｜',
  'draft.back': '- info line｜已恢复未结算的购药单：{count} 种 {total}｜没有结算｜{next}｜',
  'draft.perhaps':
    '- warn line｜恢复的购药单可能已经结算：{name} {time} 结算过 {total} 元｜再结算会扣两次｜请先与顾客核对：就是这单请清屏，不是就继续｜',
  'draft.aside':
    '- info line｜上次没有结算的购药单已挂单：{name} {count} 种 {total}｜没有结算｜接待完当前顾客后按 F4 取回｜',
  'cancel.asked':
    '- ok line｜已提交审批，通过后自动执行｜现在还没有撤销，请先不要退现金｜结果会发到消息中心，可以接待下一位｜',
  'cancel.wait': '- wait line｜正在撤销…｜请勿重复操作｜｜',
  'cancel.unknown': '- warn band｜{name} 的撤销结果未知｜医保中心可能已退款｜系统正在核实，请先不要退现金｜',
  'cancel.failed': '- error line｜没有撤销：{text}｜原结算仍然有效｜{next}｜',
  'cancel.again':
    '- warn line｜撤销前再次读卡：{text}｜还没有撤销，原结算仍然有效｜请放好参保人本人的卡，或另选一种证件，再确认撤销｜',
  'cancel.notSettled': '- warn line｜这笔订单不是已结算状态｜不能撤销｜请在订单管理中查看｜',
  'part.erp': '- warn line｜这笔来自 ERP，不能在这里部分退货｜原结算仍然有效｜请在 ERP 中退货后重新发送销售单｜',
  'part.single': '- info line｜这笔只有 1 件药品｜没有可以保留的药品｜请在最近中整单撤销｜',
  'part.occupied': '- warn line｜当前购药还没有结算｜没有开始部分退货｜先结算，或按 F4 挂单后再退｜',
  'part.read': '- info band｜部分退货：请读取参保人 {name} 的凭证｜原单仍然有效｜读取后自动预结算保留的 {n} 种药品｜',
  'part.differs':
    '- warn band｜凭证与原单的参保人不一致｜原单属于 {name}，刚读取的是 {other}｜请读取原参保人的凭证，或清屏放弃｜',
  'part.ask': '- info line｜保留的药品已预结算｜原单仍然有效｜请核对两边金额后确认｜',
  'part.waiting': '- info line｜部分退货还没有确认｜原单仍然有效｜按 F8 再看两边金额，或清屏放弃｜',
  'part.first': '- warn line｜原单还没有撤销｜保留的药品不能先结算｜按 F8 核对两边金额后确认撤销｜',
  'part.noPark': '- warn line｜部分退货还没有确认，不能挂单｜原单仍然有效｜按 F8 继续，或清屏放弃｜',
  'part.given': '- info line｜已放弃部分退货｜原单仍然有效｜请扫描医保电子凭证，或按 F2 读卡｜',
  'part.reversing': '- wait band｜正在撤销原单…｜保留的药品随后重新结算｜请勿重复操作｜',
  'part.waitLong': '- wait band｜正在撤销原单…｜保留的药品还没有结算｜仍在等待医保中心答复，可转后台核实｜toBackground',
  'part.unknown':
    '- warn band｜撤销结果未知｜保留的药品还没有结算，请先不要退现金｜系统正在核实（第 {n} 次），请顾客稍候｜',
  'part.unknownLong':
    '- warn band｜撤销结果未知｜保留的药品还没有结算，请先不要退现金｜正在核实（第 {n} 次）。转后台时保留的药品自动挂单｜keepWaiting toBackground',
  'part.unknownPerson':
    '- warn band｜撤销结果未知｜保留的药品还没有结算，请先不要退现金｜没有核实出来：转后台后保留的药品自动挂单，到「异常订单」处理｜toBackground',
  'part.refused':
    'M42 error band｜医保中心未同意撤销：“{text}”｜原单仍然有效，保留药品的预结算已作废｜{next}｜contactAdmin',
  'part.notReversed': '- error band｜没有撤销：{text}｜原单仍然有效，保留药品的预结算已作废｜{next}｜',
  'part.reversedOnly': '- warn band｜原单已撤销，保留的药品还没有结算：{text}｜原单应{back} 元｜{next}｜',
  'part.stale': '- warn line｜原单已撤销，保留的药品还没有结算｜账户和限额已退回，金额需要重新计算｜按 F8 重新预结算｜',
  'part.changed':
    '- warn band｜原单已撤销，应收现金由 {was} 变为 {cash} 元｜退回的账户和限额已计入｜核对后按 F9 结算｜',
  'part.done': '- ok band｜部分退货完成 · {net}｜原单{back}，保留药品收 {cash}｜{slip}｜',
  'part.doneLater':
    '- ok band｜部分退货完成 · 保留药品收现金 {cash} 元｜原单应退的款已退过就不要再退，没退过按原支付方式退｜{slip}｜',
  'part.doneCheck':
    '- warn band｜部分退货完成 · {net}｜新单金额关系有误，已记账，不要重做｜已转异常订单，请正常收退款｜',
  'part.backYes':
    '- ok band｜已核实：{name} 的原单已撤销｜保留的药品在挂单中，还没有结算｜请参保人出示凭证，按 F4 取回后结算｜',
  'cancel.stillOn': '- warn band｜已核实：{name} 的结算没有撤销｜原结算仍然有效｜需要时在最近中重新撤销｜',
  'erp.changed': '- warn line｜ERP 已修改明细｜原预结算作废｜请重新预结算｜',
  'erp.came': '- info line｜已接收 ERP 销售单 {bill}｜{count} 种 {total}｜{next}｜',
  'erp.waiting': '- warn line｜ERP 发来销售单 {bill}｜当前购药还没有结算｜可挂单后接收｜takeErp',
  'erp.stale': '- warn line｜ERP 销售单 {bill} 内容有变而版本号没有提高｜没有采用｜请在 ERP 中修改后重新发送｜',
  'erp.settledBefore':
    '- warn band｜ERP 销售单 {bill} 已于 {at} 结算｜当时收现金 {cash}，账户 {account}；本次没有扣款｜正在回传 ERP，请勿再次收款｜',
  'erp.notHeard':
    '- warn line｜ERP 尚未收到单据 {bill} 的结果｜ERP 还不知道这笔没有结算或已撤销｜正在重发（第 {n} 次）｜resendErp',
  'erp.told': '- ok line｜ERP 已收到结算结果｜｜｜',
  'erp.failed': '- error line｜{text}｜{what}｜请联系管理员｜resendErp',
  'clear.ask': '- warn dialog｜清除 {name} 的购药单？｜{count} 种 {total}，还没有结算｜清除后不能恢复｜',
  'clear.locked': '- warn line｜这笔已经提交结算，不能清屏｜｜请等待结果，或转后台核实｜',
  'right.none': '- warn line｜没有结算权限｜只能查看｜请联系管理员授权｜',
  'right.price': '- warn line｜没有改价权限｜单价没有改动｜请联系管理员授权｜',
  'other.failed': '- error line｜{text}｜明细已保留｜{next}｜',
  'sign.done': '- ok line｜已签到｜可以结算｜{next}｜',
  'key.numLock': '- warn line｜小键盘未开启数字｜刚才的按键没有输入｜请按一次 NumLock 后重新输入｜',
  'reload.held': '- info line｜正在接待，未刷新｜｜｜',
} as const

export type MessageKey = keyof typeof messages
