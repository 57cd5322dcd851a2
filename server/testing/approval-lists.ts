import { listApproved, listPendingApproval } from '#domain/approvals/contract.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import type { TestApp, TestPerson } from './app.ts'
import type { Cast } from './people.ts'
import { buildPost, type TestSocial } from './posts.ts'

type Schedule = { readonly date?: string; readonly time?: string; readonly socials?: TestSocial[] }

/** For tests of the approval lists: their posts, and what a person gets of them. `world` is read when it is needed. */
export const approvalListsOf = (world: () => { readonly app: TestApp; readonly cast: Cast }) => {
  const projectParams = () => ({ projectId: world().cast.project.projectId })
  const query = { limit: 100 }
  return {
    projectParams,
    /** A scheduled post with this status; returns its id. */
    build: async (
      status: PostSocialStatus,
      { date = '2026-06-10', time = '12:00', socials }: Schedule = {},
    ): Promise<number> => {
      const { app, cast } = world()
      const post = { status, schedule: { date, time }, ...(socials ? { socials } : {}) }
      return (await buildPost(app.db, cast.project, post)).postId
    },
    pending: async (person: TestPerson) =>
      (await world().app.ask(person, listPendingApproval, { params: projectParams(), query })).data,
    approved: async (person: TestPerson) =>
      (await world().app.ask(person, listApproved, { params: projectParams(), query })).data,
  }
}
