const type = 'text/csv;charset=utf-8'

/** Offers a file to the browser to be saved, or the text of a table. */
export const saveFile = (name: string, content: string | Blob): void => {
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has started the download by then; revoked at once, some browsers would save nothing.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
