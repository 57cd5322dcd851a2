import type { MemberRole } from '#domain/team/model.ts'

/** The kind of people a page lists, and its texts. */
export type PeopleKind = {
  readonly title: string
  readonly about: string
  readonly empty: string
  readonly roles: readonly MemberRole[]
  readonly roleNote?: string
}
