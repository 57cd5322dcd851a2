import type { Browser } from '@playwright/test'
import { runsLine } from '../figures.ts'
import { type Stage, signIn } from '../stage.ts'
import { openTab, phone, repeat } from './windows.ts'

const BITS_OF_BYTE = 8

/** Phone networks: a usual 4G, and the "slow 4G" of Chromium's developer tools. Milliseconds, and bits a second. */
const networks = [
  { name: '4G', latency: 60, down: 9_000_000, up: 3_000_000 },
  { name: 'slow 4G', latency: 562, down: 1_440_000, up: 675_000 },
] as const

/** Makes a link for the demo's client. */
const linkOf = async ({ url }: Stage, token: string): Promise<string> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const answer = await fetch(`${url}/api${path}`, { headers, ...sent })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
    return ((await answer.json()) as { data: T }).data
  }
  const { projectUsers } = await ask<{ projectUsers: { id: number; role: string }[] }>('/projects/1')
  const client = projectUsers.find(({ role }) => role === 'external-approver')
  const made = await ask<{ url: string }>('/projects/1/approval-links', { user_id: client?.id ?? 0 })
  return `${url}/approve${new URL(made.url).hash}`
}

/**
 * A client's way from the tap in the mail to "Post approved", on a phone with an empty cache and a processor four times slower: the second tap is the
 * first that is possible. The approval is undone, so that each run finds the same.
 */
export async function* benchDeciding(
  browser: Browser,
  stage: Stage,
  { runs }: { readonly runs: number },
): AsyncGenerator<string> {
  const link = await linkOf(stage, await signIn(stage, 'ada@bluebird.example'))
  for (const { name, latency, down, up } of networks) {
    const times = await repeat(runs, async () => {
      const tab = await openTab(browser, phone, null)
      const { page, devtools } = tab
      await tab.slowDown(4)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: down / BITS_OF_BYTE,
        uploadThroughput: up / BITS_OF_BYTE,
      })
      const begun = performance.now()
      await page.goto(link, { waitUntil: 'commit' })
      await page.getByRole('button', { name: 'Approve', exact: true }).tap()
      await page.getByText('Post approved').waitFor()
      const seconds = (performance.now() - begun) / 1000
      await page.getByRole('button', { name: 'Undo' }).tap()
      await page.getByText('Approval undone').waitFor()
      await tab.close()
      return seconds
    })
    yield runsLine(`approving by link, ${name}, 4× slower`, times, ' s', {
      aim: { most: 10 },
      more: '2 taps of 3 at most',
    })
  }
}
