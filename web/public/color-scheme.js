// Sets the colour scheme before the first paint, so that a dark screen never flashes white.
// The key and the attribute are the ones of src/ui/provider.tsx.
;(() => {
  let chosen = null
  try {
    chosen = window.localStorage.getItem('galley-color-scheme')
  } catch {
    chosen = null // storage is blocked: follow the system
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
