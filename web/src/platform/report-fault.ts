/** More say nothing new about a page that is broken. */
const FAULTS_MAX = 5
const reported = new Set<string>()

/** Not a fault of the page: a call that was refused, given up or not answered, and code that cannot be loaded (each browser has its own words for it). */
const isExpected = ({ name, message }: Error): boolean =>
  name === 'ApiError' ||
  name === 'AbortError' ||
  /^(Failed to fetch|NetworkError|Load failed|Importing a module|error loading dynamically)/.test(message)

/** Tells Galley's log of a fault in the code of the page, each once. It never fails, and nobody waits for it. */
export const reportFault = (fault: unknown): void => {
  if (!(fault instanceof Error) || isExpected(fault)) return
  const { message, stack } = fault
  if (reported.size >= FAULTS_MAX || reported.has(message)) return
  reported.add(message)
  const body = JSON.stringify({
    message: message.slice(0, 500) || fault.name,
    stack: stack?.slice(0, 4_000),
    page: window.location.pathname,
  })
  const headers = { 'Content-Type': 'application/json' }
  fetch('/api/browser-faults', { method: 'POST', headers, body, keepalive: true }).catch(() => undefined)
}
