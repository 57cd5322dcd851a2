import type { ApprovalType } from '#domain/posts/status.ts'

/** The two rounds as people read them (docs/decisions/0146-the-clients-side-is-called-client.md). */
export const roundNames: Readonly<Record<ApprovalType, string>> = {
  internal: 'Internal round',
  external: 'Client round',
}
