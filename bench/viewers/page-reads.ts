import { setTimeout as sleep } from 'node:timers/promises'
import { desk, launch, openTab } from '../browser/windows.ts'
import type { Call } from '../connection.ts'
import { askOk } from '../load.ts'

/** Longer than the page gathers events before it reads, and then some for the answers. */
const WATCH_MS = 2500

/**
 * The paths that the calendar's page asks for when somebody else changes a post, seen in Chromium: what it does, and not what it is
 * believed to do. `write`: changes the post.
 */
export const watchPage = async (
  { address, token }: { address: string; token: string },
  write: Call,
): Promise<string[]> => {
  const browser = await launch()
  try {
    const tab = await openTab(browser, desk, token)
    await tab.page.goto(address)
    await tab.settle()
    // Whatever the page fetches ahead has been fetched.
    await sleep(WATCH_MS)
    const paths: string[] = []
    tab.page.on('request', request => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) paths.push(pathname + search)
    })
    await askOk(write)
    await sleep(WATCH_MS)
    return paths
  } finally {
    await browser.close()
  }
}

/** The same requests for other posts: an id of the watched post becomes theirs. @returns null if there is no such id */
export const forPosts = (path: string, watched: number, postIds: readonly number[]): string | null => {
  const id = new RegExp(`(?<!\\d)${watched}(?!\\d)`)
  return id.test(path) ? path.replace(id, postIds.join()) : null
}
