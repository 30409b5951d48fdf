/** What is pressed instead where the finger is all there is: the name on the button, which shows no key there. */
const names: Readonly<Record<string, string>> = {
  F3: '病种',
  F4: '挂单',
  F6: '处方',
  F8: '预结算',
  F9: '结算',
  F10: '打印',
  'Alt+1': '电子凭证',
  'Alt+2': '社保卡',
  'Alt+3': '身份证',
  'Alt+4': '电子社保卡',
}

/** Whether this screen is worked by fingers alone: narrow as the counter in steps (ux 2.8), and nothing finer points at it. */
export const byFinger = (): boolean =>
  typeof matchMedia === 'function' &&
  matchMedia('(max-width: 991.98px) and (hover: none) and (pointer: coarse)').matches

/**
 * A text that names the standard keys, for a finger: 按 F8 重新预结算 → 点「预结算」. What the key is followed by is left
 * out where it is the button's own name.
 */
export const fingerWords = (text: string): string =>
  text
    .replace(/按 F2(?: 读卡| )?/g, '点读卡按钮')
    .replace(/按 F4 取回/g, '点「取单」取回')
    .replace(/在药品行按 Enter ?/g, '长按药品行')
    .replace(/，?或按 Esc 取消/g, '')
    .replace(/按 Esc 取消/g, '请等待')
    .replace(/(按|或) ?(F\d+|Alt\+\d) ?/g, (whole, verb: string, key: string) => {
      const name = names[key]
      return name ? `${verb === '按' ? '点' : verb}「${name}」` : whole
    })
    .replace(/「([^」]+)」(?:重新|改用|用)?\1/g, '「$1」')
    .replace(/^(F\d+) /, '')
    .replace(/（(?:Enter|Esc)）/g, '')

/** A text for a counter without an agent, where no button reads: the e-voucher is scanned (ux 2.8). */
export const readerlessWords = (text: string): string => text.replace(/[，,]?或点读卡按钮/g, '')

/** A text for a counter that no ERP drives, which knows of none (ux 1.11): M12 sends to it for a sale without insurance. */
export const aloneWords = (text: string): string => text.replaceAll('在 ERP 按自费收款', '按自费收款')
