import { fakeFetch } from './fake-fetch.ts'

export const answer = (status: number, data: unknown) => new Response(JSON.stringify({ data }), { status })
/** An error response in the server's form. */
export const refusal = (status: number, code: string, message: string, errors?: Record<string, string[]>) =>
  new Response(JSON.stringify({ code, message, errors }), { status })

type Call = { readonly address: string; readonly body: unknown }

/** Answers calls by `METHOD /path`; returns the calls made, in order. */
export const serve = (answers: Readonly<Record<string, () => Response | Promise<Response>>>): Call[] => {
  const calls: Call[] = []
  fakeFetch(async (input, init) => {
    const address = `${init?.method ?? 'GET'} ${String(input)}`
    const { body } = init ?? {}
    // The Google and Apple buttons ask on their own which to show, which these tests are not about.
    if (address !== 'GET /api/auth/providers')
      calls.push({ address, body: typeof body === 'string' ? JSON.parse(body) : body })
    return answers[address]?.() ?? refusal(404, 'not_found', 'Not found.')
  })
  return calls
}
