import { ui } from '../api/ui.ts'

/** Puts a text into the clipboard and says `done`, or what to do where the browser does not allow it. */
export const copyText = async (text: string, done = '已复制', instead = '请选中后按 Ctrl+C'): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    ui().success(done)
  } catch {
    ui().error(`浏览器没有允许复制，${instead}`)
  }
}
