import { printInFrame } from '../../kit/print/frame.ts'

/** ms the browser's print dialog may use the frame before it is taken away. */
const frameLives = 10 * 60_000

/** Prints a PDF through a hidden frame, where no agent is; rejects with SPEC 8's two messages where it cannot. */
export const browserPrint = (pdf: Blob): Promise<void> =>
  new Promise((resolve, reject) => {
    const url = URL.createObjectURL(pdf)
    const frame = document.createElement('iframe')
    frame.style.cssText = 'position:fixed;width:0;height:0;border:0;right:0;bottom:0'
    frame.setAttribute('aria-hidden', 'true')
    frame.src = url
    frame.onload = () => {
      try {
        printInFrame(frame)
        resolve()
      } catch (cause) {
        reject(cause)
      }
    }
    document.body.append(frame)
    setTimeout(() => {
      frame.remove()
      URL.revokeObjectURL(url)
    }, frameLives)
  })
