import { z } from 'zod'
import { parseJson } from '#domain/kernel/json.ts'
import { id } from '#domain/kernel/shapes.ts'

/** The NOTIFY channel by which web processes tell each other who has a post open. Nothing of it is stored. */
export const PRESENCE_CHANNEL = 'galley_presence'

/** A sign of life of one tab. `writing` is passed on as it is. */
export const presenceNews = z.strictObject({
  project_id: id,
  post_id: id,
  user_id: id,
  tab: z.string(),
  count: z.number(),
  is_client: z.boolean(),
  writing: z.unknown(),
  is_leaving: z.boolean(),
})
export type PresenceNews = z.output<typeof presenceNews>

/** Somebody who has the post open, in one tab or several. */
export type Present = { readonly userId: number; readonly isClient: boolean; readonly writing: unknown }

/** A tab that has left is kept as long as a sign of life would be: one that was overtaken by the goodbye must not bring it back. */
type Tab = Present & { readonly until: number; readonly count: number; readonly hasLeft: boolean }
type OpenPost = { readonly projectId: number; readonly tabs: Map<string, Tab> }

/** A person’s further tabs with the same post push out the oldest, and so do those with any post. */
const TABS_MAX = { post: 5, all: 40 } as const

/** What others see of a tab. */
const asSeen = (tab: Tab | undefined): string | null =>
  !tab || tab.hasLeft ? null : JSON.stringify([tab.isClient, tab.writing])

const tabKey = ({ user_id, tab }: PresenceNews): string => `${user_id} ${tab}`

/** @returns whether anything changed by it that others see */
const takeNews = (tabs: Map<string, Tab>, news: PresenceNews, until: number): boolean => {
  const { user_id: userId, is_client: isClient, writing } = news
  const key = tabKey(news)
  const known = tabs.get(key)
  if (known && known.count >= news.count) return false
  // Added again below, at the end: the first tab is the oldest.
  tabs.delete(key)
  const [oldest] = [...tabs].filter(([, tab]) => tab.userId === userId).slice(0, 1 - TABS_MAX.post)
  if (oldest) tabs.delete(oldest[0])
  const hasLeft = news.is_leaving
  tabs.set(key, { userId, isClient, writing: hasLeft ? null : writing, until, count: news.count, hasLeft })
  return asSeen(known) !== asSeen(tabs.get(key))
}

/** The tab that makes room for one more of this person; null if they have fewer than are kept. */
const findPushedOut = (posts: ReadonlyMap<number, OpenPost>, userId: number): Tab | null => {
  const own = [...posts.values()].flatMap(({ tabs }) =>
    [...tabs.values()].filter(tab => tab.userId === userId),
  )
  return own.length < TABS_MAX.all
    ? null
    : own.reduce((first, tab) => (tab.until < first.until ? tab : first))
}

/** Who has which post open, as this process has heard. */
export type Presence = ReturnType<typeof createPresence>

/**
 * Keeps who has which post open in memory, from signs of life that all web processes hear. A person who gives none for `keptMs` is gone.
 * @param now milliseconds of any steady clock
 */
export const createPresence = (now: () => number = () => performance.now(), keptMs = 30_000) => {
  const posts = new Map<number, OpenPost>()
  const listeners = new Set<(projectId: number, postId: number) => void>()
  const announce = (postId: number, { projectId }: OpenPost) => {
    for (const listener of listeners) listener(projectId, postId)
  }
  const tabsAt = (postId: number) => [...(posts.get(postId)?.tabs.values() ?? [])].filter(tab => !tab.hasLeft)
  /** Removes the tabs for which this is true. */
  const removeTabs = (isOver: (tab: Tab) => boolean) => {
    for (const [postId, post] of posts) {
      const over = [...post.tabs].filter(([, tab]) => isOver(tab))
      for (const [key] of over) post.tabs.delete(key)
      if (post.tabs.size === 0) posts.delete(postId)
      if (over.some(([, tab]) => !tab.hasLeft)) announce(postId, post)
    }
  }
  const hear = (payload: string | undefined) => {
    const news = presenceNews.safeParse(parseJson(payload ?? '')).data
    // From another version of Galley. The next sign of life may be of this one.
    if (!news) return
    const pushedOut = posts.get(news.post_id)?.tabs.has(tabKey(news))
      ? null
      : findPushedOut(posts, news.user_id)
    if (pushedOut) removeTabs(tab => tab === pushedOut)
    const known = posts.get(news.post_id)
    // A goodbye is not checked against the project, so it must not say whose post it is.
    if (known ? known.projectId !== news.project_id : news.is_leaving) return
    const post = known ?? { projectId: news.project_id, tabs: new Map<string, Tab>() }
    posts.set(news.post_id, post)
    if (takeNews(post.tabs, news, now() + keptMs)) announce(news.post_id, post)
  }
  return {
    hear,
    /** Removes everybody who has given no sign of life. */
    expire: () => removeTabs(({ until }) => until <= now()),
    /** Removes one person from every post. */
    forget: (userId: number) => removeTabs(tab => tab.userId === userId),
    /** Everybody who has the post open, each once. */
    presentAt: (postId: number): Present[] =>
      [...Map.groupBy(tabsAt(postId), tab => tab.userId)].map(([userId, own]) => ({
        userId,
        isClient: own.some(({ isClient }) => isClient),
        writing: own.find(({ writing }) => writing !== null)?.writing ?? null,
      })),
    /** The posts of a project that this person has open. */
    postsOf: (projectId: number, userId: number): number[] =>
      [...posts].flatMap(([postId, post]) =>
        post.projectId === projectId && tabsAt(postId).some(tab => tab.userId === userId) ? [postId] : [],
      ),
    /** Called when somebody comes, goes, or starts or stops writing; returns a function that stops it. */
    onChange: (listener: (projectId: number, postId: number) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** How often people who have disappeared without a word are looked for. */
const SWEEP_MS = 5000

/** The same for a process, with a timer for those who disappear. */
export const startPresence = (): { presence: Presence; stopPresence: () => void } => {
  const presence = createPresence()
  const sweep = setInterval(presence.expire, SWEEP_MS).unref()
  return { presence, stopPresence: () => clearInterval(sweep) }
}
