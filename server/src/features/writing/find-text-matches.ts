import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { editEffect } from '#domain/approvals/edit-effect.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/posts/contract.ts'
import { isClosedVersion } from '#domain/posts/status.ts'
import {
  findTextMatches as findIn,
  matchInContext,
  replacementRefusal,
} from '#domain/posts/text-replacement.ts'
import { readRounds } from '#server/features/posts/rounds.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

type Search = Input<typeof contract.findTextMatches>['body']
type Version = Row<'post_socials'>
const fields = ['message', 'first_comment'] as const
/** Of one text: enough to judge it. A letter is in a long text ten thousand times. */
const LISTED_MAX = 20
/** Of all texts of a call; after these each text has a few, and how many more there are. */
const MATCHES_MAX = 1000
const FEW = 3
/** Of all texts of a call together: what is looked through in a second or two. */
const CHARACTERS_MAX = 2_000_000

/** Where these posts say what is looked for; the texts that do not are left out. */
export const findTextMatches = async (
  { body }: Input<typeof contract.findTextMatches>,
  { db, scope }: ScopedPoolCall,
): Promise<Answer<typeof contract.findTextMatches>> => {
  // One post alone is always looked through.
  if (body.post_ids.length > 1 && (await countCharacters(db, scope, body.post_ids)) > CHARACTERS_MAX)
    return fail('too_large', { message: 'These posts have too much text to search at once. Choose fewer.' })
  const versions = await db
    .selectFrom('post_socials')
    .innerJoin('posts', 'posts.id', 'post_socials.post_id')
    .selectAll('post_socials')
    .where('post_socials.post_id', 'in', body.post_ids)
    .where('post_socials.project_id', '=', scope.projectId)
    .where('posts.deleted_at', 'is', null)
    .orderBy('post_socials.id')
    .execute()
  const byPost = Map.groupBy(versions, version => version.post_id)
  const rounds = await readRounds(
    db,
    versions.map(({ id }) => id),
  )
  const rows: (ReturnType<typeof rowOf>[number] & { needs_approval: boolean })[] = []
  let listed = 0
  for (const versions of byPost.values()) {
    // With master content only the master has rounds, and they decide about all.
    const shared = versions.map(({ id }) => rounds.get(id)).find(Boolean) ?? []
    const needsApproval = ({ id, status }: Version) =>
      editEffect(scope, { status, approvals: rounds.get(id) ?? shared }) !== null
    for (const text of textsOf(versions)) {
      for (const found of rowOf(text, body, listed < MATCHES_MAX ? LISTED_MAX : FEW)) {
        const row = { ...found, needs_approval: found.refusal === null && text.some(needsApproval) }
        listed += row.matches.length
        rows.push(row)
      }
      // Hundreds of long texts take a while, and others must not wait for all of them.
      await nextTurn()
    }
  }
  const places = new Map(body.post_ids.map((id, index) => [id, index]))
  return rows.toSorted((a, b) => (places.get(a.post_id) ?? 0) - (places.get(b.post_id) ?? 0))
}

/** The versions of a post that are changed together: all that follow the shared text, and each other one by itself. */
export const textsOf = <V extends Pick<Version, 'status' | 'follows_shared'>>(
  versions: readonly V[],
): V[][] => {
  const isShared = (version: V) => version.follows_shared && !isClosedVersion(version.status)
  const shared = versions.filter(isShared)
  const others = versions.filter(version => !isShared(version)).map(version => [version])
  return shared.length > 0 ? [shared, ...others] : others
}

/** Everybody that one of these versions mentions: a name that is whole on one network stays whole on all that share the text. */
export const mentionsOf = (versions: readonly Pick<Version, 'extra_fields'>[]) =>
  versions.flatMap(({ extra_fields }) => extra_fields.mentions ?? [])

const countCharacters = async (
  db: Reader,
  { projectId }: ProjectScope,
  postIds: readonly number[],
): Promise<number> => {
  const { characters } = await db
    .selectFrom('post_socials')
    .select(sql<number>`coalesce(sum(length(message) + length(first_comment)), 0)::int`.as('characters'))
    .where('post_id', 'in', postIds)
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return characters
}

const rowOf = (versions: readonly Version[], search: Search, mostListed: number) => {
  const [first] = versions
  if (!first) return []
  const matches = fields.flatMap(field =>
    findIn(first[field], mentionsOf(versions), search).map(match => ({ field, match })),
  )
  if (matches.length === 0) return []
  const listed = matches.slice(0, mostListed)
  return [
    {
      post_id: first.post_id,
      networks: versions.map(version => version.social_network),
      versions: versions.map(({ id, version }) => ({ id, version })),
      refusal: replacementRefusal(versions.map(({ status }) => status)),
      matches: listed.map(({ field, match }) => ({ field, ...matchInContext(first[field], match) })),
      more: matches.length - listed.length,
    },
  ]
}
