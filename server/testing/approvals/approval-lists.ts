import { listApproved, listPendingApproval } from '#domain/approvals/contract.ts'
import { type ListOrder, placeOf } from '#domain/approvals/list-place.ts'
import type { Post } from '#domain/posts/model.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import type { TestApp, TestPerson } from '../app.ts'
import type { Cast } from '../people.ts'
import { buildPost, type TestSocial } from '../posts.ts'

type Schedule = { readonly date?: string; readonly time?: string; readonly socials?: TestSocial[] }

/** For tests: the place of a post that has one. */
export const placeOfPost = (post: Post | undefined, order?: ListOrder): string => {
  const text = post && placeOf(post, order)
  if (!text) throw new Error('the post has no place')
  return text
}

/** For tests of the approval lists: their posts, and what a person gets of them. `world` is read when it is needed. */
export const approvalListsOf = (world: () => { readonly app: TestApp; readonly cast: Cast }) => {
  const projectParams = () => ({ projectId: world().cast.project.projectId })
  const query = { limit: 100 }
  /** A scheduled post with this status; returns its id. */
  const build = async (
    status: PostSocialStatus,
    { date = '2026-06-10', time = '12:00', socials }: Schedule = {},
  ): Promise<number> => {
    const { app, cast } = world()
    const post = { status, schedule: { date, time }, ...(socials ? { socials } : {}) }
    return (await buildPost(app.db, cast.project, post)).postId
  }
  return {
    projectParams,
    build,
    /** Posts that wait for an internal approver, two at each hour from eight o'clock on; returns their ids in this order. */
    buildMany: async (count: number): Promise<number[]> => {
      const ids: number[] = []
      for (let n = 0; n < count; n++) {
        const time = `${String(8 + (n >> 1)).padStart(2, '0')}:00`
        ids.push(await build('pending_internal_approval', { time }))
      }
      return ids
    },
    pending: async (person: TestPerson) =>
      (await world().app.ask(person, listPendingApproval, { params: projectParams(), query })).data,
    approved: async (person: TestPerson) =>
      (await world().app.ask(person, listApproved, { params: projectParams(), query })).data,
  }
}
