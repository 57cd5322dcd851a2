import { beforeAll, expect, it } from 'vitest'
import { approveRound, requestRevision, startApprovals, unapproveRound } from '#domain/approvals/contract.ts'
import type { Endpoint } from '#domain/kernel/endpoint.ts'
import { createNote } from '#domain/notes/contract.ts'
import { savePostSocials } from '#domain/posts/contract.ts'
import { makeKey } from '#server/config.ts'
import { makeSocialAccountRoutes, socialAccountRoutes } from '#server/features/social-accounts/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { addressOfCall, type CallIds, nameOfCall, prepareCalls } from '#testing/calls/calls.ts'
import { stubConnectors } from '#testing/connectors.ts'
import { buildCast, buildPerson, setProject, useCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { allRoutes } from './routes.ts'

// Nothing that a client reads reveals what the agency does internally (docs/product/approvals.md "What clients see").
const { connectors } = stubConnectors()
const routes = [
  ...allRoutes.filter(route => !socialAccountRoutes.includes(route)),
  ...makeSocialAccountRoutes(() => connectors),
]
const reads = routes
  .map(route => route.endpoint)
  .filter(({ method, path }) => {
    // A GET that removes a person, and the sign-in providers' pages, which signed-in people do not read.
    return method === 'GET' && !path.includes('/remove/') && !path.startsWith('/auth/google')
  })

const secret = 'between-ourselves'
const approverName = 'Ulla Insidername'
/** What no client may read: internal content, texts and files, an internal approver, and how the agency approves. */
const secrets = (keys: readonly string[]) => [secret, approverName, 'single-round-internal-approve', ...keys]

let ids: CallIds
/** Posts that a client cannot see, by what happened to them, with the files that only they use. */
let hidden: Record<string, { postId: number; socialId: number; mediaId: number }>
/** A post that a client sees, after an internal round. */
let shown: { postId: number; socialId: number }

const kit = useTestApp({ routes, config: { TOKEN_KEY: makeKey() } })
const cast = useCast(kit)
beforeAll(async () => {
  const { projectId } = cast.project
  await setProject(kit.db, projectId, 'single-round-internal-approve', 'true')
  const [name = '', last_name = ''] = approverName.split(' ')
  await kit.db.updateTable('users').set({ name, last_name }).where('id', '=', cast.internal.userId).execute()
  ids = await prepareCalls(kit.db, cast.project)
  hidden = {
    draft: await build(),
    'in its internal round': await pending(),
    'sent back internally': await sentBack(await pending()),
    'sent back internally after the client had sent it back': await sentBackAgain(),
    'taken back internally after the client had approved it': await takenBack(),
    'edited after the internal approval, and then sent back': await sentBackAfterEdit(),
  }
  shown = await pending('For the client')
  await approve(cast.internal, shown.socialId)
  const note = { message: secret, mentions: [cast.internal.userId] }
  await done(kit.ask(cast.creator, createNote, { params: { id: shown.socialId }, body: note }))
})

const done = async (answer: Promise<{ status: number }>) => expect((await answer).status).toBe(200)

const build = async (message = secret) => {
  const mediaId = await buildMedia(kit.db, cast.project)
  const { postId, socialIds } = await buildPost(kit.db, cast.project, {
    socials: [{ network: 'facebook', message, media: [mediaId] }],
    schedule: { date: '2026-06-20', time: '12:00' },
  })
  return { postId, socialId: socialIds[0] ?? 0, mediaId }
}
type Built = Awaited<ReturnType<typeof build>>

const send = ({ postId }: Built) =>
  done(
    kit.ask(cast.creator, startApprovals, {
      body: {
        posts_ids: [postId],
        message: secret,
        concrete_internal_approver_id: [cast.internal.userId],
      },
    }),
  )
const pending = async (message?: string) => {
  const post = await build(message)
  await send(post)
  return post
}
const approve = (person: TestPerson, post_social_id: number) =>
  done(kit.ask(person, approveRound, { body: { post_social_id } }))
const roundOf = async (socialId: number, type: 'internal' | 'external') =>
  (
    await kit.db
      .selectFrom('approvals')
      .select('id')
      .where('post_social_id', '=', socialId)
      .where('type', '=', type)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id
const sendBack = async (person: TestPerson, post: Built, type: 'internal' | 'external', message = secret) =>
  done(
    kit.ask(person, requestRevision, {
      body: { approval_id: await roundOf(post.socialId, type), message },
    }),
  )
const sentBack = async (post: Built) => {
  await sendBack(cast.internal, post, 'internal')
  return post
}
const sentBackAgain = async () => {
  const post = await pending()
  await approve(cast.internal, post.socialId)
  await sendBack(cast.external, post, 'external', 'Please change it')
  await send(post)
  return sentBack(post)
}
const takenBack = async () => {
  const post = await pending()
  await approve(cast.internal, post.socialId)
  await approve(cast.external, post.socialId)
  const approval_id = await roundOf(post.socialId, 'internal')
  await done(kit.ask(cast.internal, unapproveRound, { body: { approval_id } }))
  return post
}
const sentBackAfterEdit = async () => {
  const post = await pending()
  await approve(cast.internal, post.socialId)
  const change = { id: post.socialId, message: `${secret}, edited` }
  const body = { post_id: post.postId, project_id: cast.project.projectId, post_socials: [change] }
  await done(kit.ask(cast.creator, savePostSocials, { body }))
  return sentBack(post)
}

const idsOf = (post: { postId: number; socialId: number; mediaId?: number }): CallIds => {
  const { postId, socialId, mediaId = ids.mediaId } = post
  return { ...ids, id: socialId, postId, socialId, postSocialId: socialId, mediaId, ids: mediaId }
}
const read = async (person: TestPerson, endpoint: Endpoint, of: CallIds) => {
  const own = endpoint.path.startsWith('/users/') ? { userId: person.userId } : {}
  const answer = await kit.send(person, 'GET', addressOfCall(endpoint, { ...of, ...own }))
  return JSON.stringify(answer)
}
const keysOfHidden = async () =>
  (
    await kit.db
      .selectFrom('medias')
      .select('storage_key')
      .where(
        'id',
        'in',
        Object.values(hidden).map(({ mediaId }) => mediaId),
      )
      .execute()
  ).map(row => `${row.storage_key}/`)
/** The secrets that this person finds, by call. */
const findings = async (person: TestPerson) => {
  const sought = secrets(await keysOfHidden())
  const found: Record<string, string[]> = {}
  for (const endpoint of reads)
    for (const of of [ids, ...[...Object.values(hidden), shown].map(idsOf)]) {
      const text = await read(person, endpoint, of)
      const leaked = sought.filter(word => text.includes(word))
      const known = found[nameOfCall(endpoint)] ?? []
      if (leaked.length > 0) found[nameOfCall(endpoint)] = [...new Set([...known, ...leaked])].toSorted()
    }
  return found
}

it('no call that a client reads reveals what happens inside the agency', async () => {
  expect(await findings(cast.external)).toEqual({})
})

it('the same calls reveal it to an admin, so this test could fail', async () => {
  const found = await findings(cast.admin)
  expect(Object.keys(found)).toEqual(
    expect.arrayContaining([
      'GET /posts/{postId}',
      'GET /posts/{projectId}/{postId}',
      'GET /posts/{projectId}/{start}/{end}',
      'GET /posts/schedules/{projectId}/{start}/{end}',
      'GET /posts/approvals/{postId}',
      'GET /postssocials/{id}/notes',
      'GET /projects/{projectId}',
      'GET /projects/{projectId}/settings',
      'GET /projects/{projectId}/users',
      'GET /projects/{projectId}/medias={ids}',
      'GET /projects/{projectId}/posts/pending-approval',
      'GET /projects/{projectId}/posts/approval-neighbours',
    ]),
  )
  expect(new Set(Object.values(found).flat())).toEqual(new Set(secrets(await keysOfHidden())))
})

it('what a client does not see is also not found by their decisions', async () => {
  for (const [name, { socialId }] of Object.entries(hidden)) {
    expect(
      await kit.ask(cast.external, approveRound, { body: { post_social_id: socialId } }),
      name,
    ).toMatchObject({ status: 404 })
    const rounds = await kit.db
      .selectFrom('approvals')
      .select('id')
      .where('post_social_id', '=', socialId)
      .execute()
    for (const { id } of rounds)
      for (const endpoint of [requestRevision, unapproveRound])
        expect(
          await kit.ask(cast.external, endpoint, { body: { approval_id: id, message: 'Mine' } }),
          name,
        ).toMatchObject({ status: 404 })
  }
})

it('a client still sees what was sent back from their own round, also if it follows the master content', async () => {
  const led = await buildCast(kit.db, { settings: { 'post-master-content-social-network-id': 'linkedin' } })
  const status = 'pending_external_approval'
  const { postId, socialIds } = await buildPost(kit.db, led.project, {
    socials: [
      { network: 'facebook', status, rounds: [] },
      { network: 'linkedin', status },
    ],
    schedule: { date: '2026-06-20', time: '12:00' },
  })
  const second = await buildPerson(kit.db, led.project, 'external-approver')
  const answer = await kit.ask(led.external, requestRevision, {
    body: { approval_id: await roundOf(socialIds[1] ?? 0, 'external'), message: 'Larger' },
  })
  expect(answer.data.post_socials.map(social => social.status)).toEqual([
    'requires_revision',
    'requires_revision',
  ])
  const { data } = await kit.send(second, 'GET', `/posts/approvals/${postId}`)
  expect(JSON.stringify(data)).toContain('Larger')
})

it('a client’s rounds have their own numbering', async () => {
  const post = await pending()
  await sendBack(cast.internal, post, 'internal')
  await send(post)
  await approve(cast.internal, post.socialId)
  const { data } = await kit.send(cast.external, 'GET', `/posts/${post.postId}`)
  expect(data).toMatchObject({ post_socials: [{ approvals: [{ type: 'external', round: 1 }] }] })
})
