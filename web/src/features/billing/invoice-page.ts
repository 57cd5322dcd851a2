import { styleNonce } from '#web/platform/style-nonce.ts'

/** Prints the page from a frame that nobody sees, so that no new window has to be allowed. */
export const printPage = (html: string, name: string): void => {
  const frame = document.createElement('iframe')
  frame.title = name
  frame.style.cssText = 'position:fixed;width:0;height:0;border:0'
  // The frame has the policy of this page.
  frame.srcdoc = html.replace('<style>', `<style nonce="${styleNonce}">`)
  frame.onload = () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove())
    frame.contentWindow?.print()
  }
  document.body.append(frame)
}
