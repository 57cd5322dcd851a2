import { afterEach, beforeEach, vi } from 'vitest'
import type { Approval, PostSocial } from '#domain/posts/model.ts'
import type { Opened } from '#web/features/approval-links/items.ts'
import { buildPost, buildPostSocial } from './build-post.ts'
import { answer } from './fake-server.ts'

/** Everything is on the screen: the tests' page has no layout. */
class Observer {
  readonly observe: () => void
  readonly disconnect = () => undefined
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    this.observe = () => tell([{ isIntersecting: true }])
  }
}

/** The page is opened with a link, and all that it shows is on the screen. */
export const inOpenedLink = () => {
  beforeEach(() => {
    vi.stubGlobal('IntersectionObserver', Observer)
    window.history.replaceState(null, '', `/approve#${'s'.repeat(43)}`)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    window.history.replaceState(null, '', '/')
  })
}

export const round = (id: number): Approval => ({
  id: id + 100,
  post_social_id: id,
  type: 'external',
  round: 1,
  status: 'open',
  is_master_content: false,
  concrete_approver_id: [],
  approvers: [],
  opened_at: '2026-06-01T08:00:00.000Z',
  closed_at: null,
})
export const waiting = (id: number, part: Partial<PostSocial> = {}) =>
  buildPostSocial({
    id,
    post_id: id,
    type: 'text',
    message: `Text ${id}`,
    status: 'pending_external_approval',
    approvals: [round(id)],
    ...part,
  })
export const post = (id: number, ...socials: PostSocial[]) =>
  buildPost(socials, { id, can_approve_post_socials: socials.map(social => social.id) })
export const opened = (...posts: ReturnType<typeof post>[]): Opened => ({
  person: { id: 4, name: 'Clara Client' },
  project: { id: 3, name: 'Harbor', timezone: 'Europe/Berlin', logo_image_link: null },
  agency: { name: 'Bluebird' },
  language: 'en',
  is_copied: false,
  expires_at: '2026-07-01T08:00:00.000Z',
  code_goes_to: null,
  socials: [],
  posts,
  has_more: false,
  decided_before: [],
  seen_before: [],
  talked_about: [],
  proposed: [],
})
export const decided = (...ids: number[]) => ids.map(post_social_id => ({ post_social_id, refusal: null }))
export const refused = (post_social_id: number, code: string, message: string) => ({
  post_social_id,
  refusal: { code, message },
})
export const results = (...rows: object[]) => answer(200, { results: rows, posts: [] })
