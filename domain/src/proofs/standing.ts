import { phrase } from '#domain/kernel/languages/words.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import type { proofStandings } from './model.ts'

export type ProofStanding = (typeof proofStandings)[number]

const standings: Readonly<Partial<Record<PostSocialStatus, ProofStanding>>> = {
  live: 'published',
  approved: 'planned',
  skip_approved: 'planned',
  scheduled: 'planned',
  pending_publish: 'planned',
  on_publishing: 'planned',
  // Whether a network refused it is the agency's to see to.
  publishing_failed: 'planned',
  pending_external_approval: 'waiting',
}

/** How far a version is for readers who do not decide. What is not with the client yet, or came back, is in preparation. */
export const standingOf = (status: PostSocialStatus): ProofStanding => standings[status] ?? 'in_preparation'

export const standingWords: Readonly<Record<ProofStanding, string>> = {
  published: phrase('Published'),
  planned: phrase('Planned'),
  waiting: phrase('Waiting for approval'),
  in_preparation: phrase('In preparation'),
}
