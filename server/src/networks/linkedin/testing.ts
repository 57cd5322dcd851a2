import { createServer } from 'node:http'
import type { AnsweredReply } from '#server/platform/http/outgoing-requests/client.ts'

/** Answers by path what a test tells it to, and records the requests: for what the sandbox does not do. */
export type Stub = {
  readonly url: string
  readonly requests: { method: string; path: string; query: string; body: string }[]
  /** The answers in turn; the last one stays. */
  answer(path: string, ...answers: readonly AnsweredReply[]): void
  close(): Promise<void>
}

export const startStub = async (): Promise<Stub> => {
  const answers = new Map<string, AnsweredReply[]>()
  const requests: Stub['requests'] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const [path = '', query = ''] = (request.url ?? '').split('?')
    requests.push({ method: request.method ?? '', path, query, body: Buffer.concat(chunks).toString() })
    const turn = answers.get(path) ?? []
    const next = turn.length > 1 ? turn.shift() : turn[0]
    response.writeHead(next?.status ?? 404, Object.fromEntries(next?.headers ?? []))
    response.end(next?.text ?? '{"status":404,"message":"not here"}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: (path, ...given) => answers.set(path, [...given]),
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
