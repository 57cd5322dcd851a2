const types = { csv: 'text/csv;charset=utf-8', html: 'text/html;charset=utf-8' } as const

/** Offers a file to the browser to be saved, or a text as a file under a name that ends with its type. */
export const saveFile = (name: string, content: string | Blob): void => {
  const type = name.endsWith('.html') ? types.html : types.csv
  const url = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type }) : content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has started the download by then; revoked at once, some browsers would save nothing.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
