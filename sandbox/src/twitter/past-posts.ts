import { dailyFigure } from '../platform/figures.ts'
import type { Post, SandboxAccount } from '../platform/model.ts'

const dayMs = 86_400_000
const longestPastDays = 400
const twitterEpoch = 1_288_834_974_657n

const texts = [
  'Good morning from all of us.',
  'Thank you for a busy weekend!',
  'What would you like to see more of?',
  'A quiet moment before we open.',
  'Two weeks to go until the open day.',
]

/**
 * Made-up posts from before today, so that there are figures for the past. They depend only on the account and the date. They are not
 * stored, so they appear neither on the public pages nor among the stored objects.
 */
export function pastPosts(account: SandboxAccount, now: number, from = 0, to = now): Post[] {
  const today = Math.floor(now / dayMs)
  const first = Math.max(Math.floor(from / dayMs), today - longestPastDays)
  const last = Math.min(Math.floor(to / dayMs), today - 1)
  const posts: Post[] = []
  for (let day = last; day >= first; day--) posts.push(...postsOf(account, day))
  return posts.filter(({ created_at }) => created_at >= from && created_at <= to)
}

/** Newest first. */
function postsOf(account: SandboxAccount, day: number): Post[] {
  const name = new Date(day * dayMs).toISOString().slice(0, 10)
  const count = Math.min(dailyFigure(account, { metric: 'posts', day: name, now: Infinity }, 1), 3)
  return Array.from({ length: count }, (_, index) => {
    const created_at = day * dayMs + (20 - 3 * index) * 3_600_000
    const text = texts[(day + index) % texts.length] ?? ''
    return {
      id: idAt(created_at),
      network: 'twitter' as const,
      account: account.id,
      created_at,
      text,
      source: text,
      media: [],
      content_digest: '',
    }
  })
}

function idAt(time: number): string {
  return ((BigInt(time) - twitterEpoch) << 22n).toString()
}

/** The past post with this id, if there is one. */
export function pastPost(account: SandboxAccount, id: string, now: number): Post | undefined {
  if (!/^\d{1,19}$/.test(id)) return undefined
  const time = Number((BigInt(id) >> 22n) + twitterEpoch)
  return pastPosts(account, now, time, time).find(post => post.id === id)
}
