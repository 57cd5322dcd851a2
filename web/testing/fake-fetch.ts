import { vi } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#domain/kernel/endpoint.ts'
import { parseJson } from '#domain/kernel/json.ts'
import type { listRepeatedTexts } from '#domain/schedules/repeats-contract.ts'

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  '../../domain/src/*/{contract,*-contract}.ts',
  { eager: true },
)

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'permission' in value && 'output' in value

/** Every call of the contract, with what its addresses look like. One whose path has fewer parameters goes first. */
const calls = Object.values(modules)
  .flatMap(module => Object.entries(module))
  .flatMap(([name, value]) => (isEndpoint(value) ? [{ name, endpoint: value }] : []))
  .map(({ name, endpoint }) => ({
    name,
    endpoint,
    address: new RegExp(`^/api${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    parameters: endpoint.path.split('{').length,
  }))
  .sort((one, other) => one.parameters - other.parameters)

/** The demo's logins are the one answer that is in no contract: an installation without the demo does not have it. */
const demoAddress = '/api/demo'

const callOf = (method: string, url: string) => {
  const { pathname } = new URL(url, 'http://galley.test')
  return calls.find(({ endpoint, address }) => endpoint.method === method && address.test(pathname))
}

/** What the contract would not send, one sentence for each answer; emptied when they are reported. */
const unlikeContract: string[] = []

/** For the set-up of the tests: fails the test in which a fake answered what the contract would not send. */
export const expectContractAnswers = (): void => {
  const found = unlikeContract.splice(0)
  if (found.length > 0)
    throw new Error(`A fake answers what the contract would not send.\n${found.join('\n')}`)
}

type Issues = z.ZodError['issues']

/** What is wrong, and where; of a union what is wrong in each of its branches. */
const faultsIn = (issues: Issues): { readonly path: PropertyKey[]; readonly message: string }[] =>
  issues.flatMap(issue =>
    issue.code === 'invalid_union' && issue.errors.some(branch => branch.length > 0)
      ? faultsIn(issue.errors.flat()).map(({ path, message }) => ({
          path: [...issue.path, ...path],
          message,
        }))
      : [issue],
  )

/** The answer as the server would send it: parsed by the contract's output, which leaves out what it does not know. */
const asSent = async (method: string, url: string, response: Response): Promise<Response> => {
  if (!url.startsWith('/api/') || url === demoAddress) return response
  const found = callOf(method, url)
  if (!response.ok || response.status === 304 || found?.endpoint.file) return response
  if (!found) {
    unlikeContract.push(`${method} ${url}: no call of the contract has this address`)
    return response
  }
  const body = parseJson(await response.clone().text()) as { data?: unknown } | undefined
  const parsed = found.endpoint.output.safeParse(body?.data)
  if (parsed.success)
    return new Response(JSON.stringify({ data: parsed.data }), {
      status: response.status,
      headers: response.headers,
    })
  for (const { path, message } of faultsIn(parsed.error.issues))
    unlikeContract.push(`${found.name} (${method} ${url}): ${['data', ...path].join('.')}: ${message}`)
  return response
}

type Handler = (url: string, init: RequestInit) => Response | Promise<Response>

/**
 * For tests: answers the requests of the page. Each answer passes through the contract's output, so that a fake cannot say what the
 * server would not; one that does not fit fails the test. Each plan asks for `repeats` by itself, so they are answered here: none unless a test
 * has some.
 */
export const fakeFetch = (
  handler: Handler,
  { repeats = [] }: { readonly repeats?: z.input<(typeof listRepeatedTexts)['output']> } = {},
): void => {
  const answer = async (input: string, init: RequestInit = {}) =>
    asSent(
      init.method ?? 'GET',
      String(input),
      String(input).includes('/repeated-texts?')
        ? Response.json({ data: repeats })
        : await handler(String(input), init),
    )
  vi.stubGlobal('fetch', vi.fn(answer))
}
