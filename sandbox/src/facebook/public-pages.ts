import { listAccounts, logoUrl } from '../platform/demo-accounts.ts'
import type { Sandbox } from '../platform/sandbox.ts'

/** A page that anyone can find and mention. */
export type PublicPage = { id: string; name: string; handle: string; picture: string; verified: boolean }

/** More pages, so that a search finds something besides the demo accounts. */
const otherPages = [
  { id: '108820193746512', name: 'Harbor Street Market', handle: 'harborstreetmarket' },
  { id: '109347261058243', name: 'City Farmers Market', handle: 'cityfarmersmarket' },
  { id: '111029384756102', name: 'Northside Climbing Hall', handle: 'northsideclimbing' },
  { id: '113847562910384', name: 'Coffee Week', handle: 'coffeeweek' },
  { id: '115639201847563', name: 'The Baker’s Almanac', handle: 'bakersalmanac' },
]

export function publicPages(sandbox: Sandbox): PublicPage[] {
  const own = listAccounts(sandbox.store).filter(({ network }) => network === 'facebook')
  return [
    ...own.map(page => ({ ...page, picture: logoUrl(sandbox.url(), page), verified: true })),
    ...otherPages.map(page => ({
      ...page,
      picture: `${sandbox.url()}/logos/sandbox.png`,
      verified: false,
    })),
  ]
}

/** The text as readers see it, and the names in it that are links: `@[page id]` becomes the page's name if there is such a page. */
export function showMentions(sandbox: Sandbox, source: string): { text: string; mentions?: string[] } {
  if (!source.includes('@[')) return { text: source }
  const pages = publicPages(sandbox)
  const mentions: string[] = []
  const text = source.replaceAll(/@\[(\d+)\]/g, (mark, id) => {
    const page = pages.find(each => each.id === id)
    if (page) mentions.push(page.name)
    return page?.name ?? mark
  })
  return { text, mentions }
}
