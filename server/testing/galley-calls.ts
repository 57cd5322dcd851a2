type Sent = { readonly token?: string; readonly body?: unknown }

/** Calls of a Galley that runs as a process on this port of its own. */
export const galleyCalls = (port: () => number) => {
  /** Its answer as it comes. */
  const send = (method: string, address: string, { token = '', body }: Sent = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port()}/api${address}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  /** @returns the data of its answer. @throws for a refusal */
  const call = async (method: string, address: string, sent: Sent = {}): Promise<Record<string, unknown>> => {
    const answer = await send(method, address, sent)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`)
    return (JSON.parse(text) as { data: Record<string, unknown> }).data
  }
  /** Of somebody of the demo. @returns the token of their session */
  const signIn = async (email: string): Promise<string> =>
    String((await call('POST', '/auth/signin', { body: { email, password: 'galley-demo' } })).token)
  return { send, call, signIn }
}
