/** Requests that no fake has answered, one line for each; emptied when they are reported. */
const unanswered: string[] = []

const refuse = (method: string, url: string): void => {
  unanswered.push(`${method} ${url}`)
}

/** For the set-up of the tests: nothing reaches a network. What no fake answers is refused here, and fails its test. */
export const refuseRequests = (): void => {
  globalThis.fetch = async (input, init) => {
    const { method, url } =
      input instanceof Request ? input : { method: init?.method ?? 'GET', url: String(input) }
    refuse(method, url)
    throw new TypeError(`No fake answers ${method} ${url}`)
  }
  XMLHttpRequest.prototype.open = (method: string, url: string | URL) => {
    refuse(method, String(url))
    throw new TypeError(`No fake answers ${method} ${url}`)
  }
}

/** For the set-up of the tests: fails the test that requested something which no fake answers. */
export const expectOnlyAnsweredRequests = (): void => {
  const found = unanswered.splice(0)
  if (found.length > 0) throw new Error(`No fake answers these requests.\n${found.join('\n')}`)
}
