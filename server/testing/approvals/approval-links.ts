import { expect } from 'vitest'
import { createApprovalLink, type openApprovalLink } from '#domain/approval-links/contract.ts'
import type { AuditAction } from '#domain/kernel/audit.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import type { Post } from '#domain/posts/model.ts'
import type { Db } from '#server/platform/db/database.ts'
import { hashSecret, makeSecret } from '#server/platform/session/links.ts'
import { type TestAnswer, type TestApp, type TestPerson, testNow } from '../app.ts'
import { buildPerson, type Cast, type TestProject } from '../people.ts'
import { buildPost, type TestSocial } from '../posts.ts'

/** A client of the project with an approval link that is valid for a year. */
export const buildApprovalLink = async (db: Db, project: TestProject) => {
  const { userId: clientId } = await buildPerson(db, project, 'external-approver')
  const linkToken = await addLink(db, project, clientId)
  return { clientId, linkToken }
}

/** One more link of this client. @returns its secret */
export const addLink = async (db: Db, { projectId }: TestProject, userId: number): Promise<string> => {
  const token = makeSecret()
  await db
    .insertInto('approval_links')
    .values({
      project_id: projectId,
      user_id: userId,
      token_hash: hashSecret(token),
      is_for_mail: true,
      created_at: testNow,
      expires_at: new Date(testNow.getTime() + 365 * 86_400_000),
    })
    .execute()
  return token
}

/** Calls anything with an approval link as the bearer token. */
export const sendByLink = async <T>(
  { app }: TestApp,
  token: string,
  [method, path]: readonly [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string],
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestAnswer<T> & { readonly cookie: string }> => {
  const response = await app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'A phone', ...headers },
    ...(body === undefined ? {} : { payload: body }),
  })
  const cookie = String(response.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const { data, code, message, errors } = isJson
    ? response.json<TestAnswer<T>>()
    : ({ data: response.body } as unknown as TestAnswer<T>)
  return { status: response.statusCode, cookie, data, code, message, errors }
}

type Ids = { readonly clientId: number; readonly socialId: number; readonly approvalId: number }

/** The bodies of the calls about approval links, and by them; see `callBodies`. */
export const approvalLinkBodies = {
  'POST /projects/{projectId}/approval-links': ({ clientId }: Ids) => ({ user_id: clientId }),
  'DELETE /projects/{projectId}/approval-links': ({ clientId }: Ids) => ({ user_id: clientId }),
  'PUT /approval-link/language': () => ({ language: 'de' }),
  'POST /approval-link/code': () => ({}),
  'POST /approval-link/device': () => ({ code: '000000' }),
  'POST /approval-link/approve-round': ({ socialId, approvalId }: Ids) => ({
    post_social_id: socialId,
    approval_id: approvalId,
    version: 1,
    versions: [{ post_social_id: socialId, version: 1 }],
  }),
  'POST /approval-link/undo-approval': ({ socialId, approvalId }: Ids) => ({
    post_social_id: socialId,
    approval_id: approvalId,
  }),
  'POST /approval-link/approve-rounds': ({ socialId, approvalId }: Ids) => ({
    rounds: [
      {
        post_social_id: socialId,
        approval_id: approvalId,
        version: 1,
        versions: [{ post_social_id: socialId, version: 1 }],
      },
    ],
  }),
  'POST /approval-link/question': ({ socialId }: Ids) => ({ post_social_id: socialId, message: 'Why blue?' }),
  'POST /approval-link/words': ({ socialId, approvalId }: Ids) => ({
    post_social_id: socialId,
    approval_id: approvalId,
    version: 1,
    versions: [{ post_social_id: socialId, version: 1 }],
    words: 'Other words',
  }),
  'POST /approval-link/undo-approvals': ({ socialId, approvalId }: Ids) => ({
    approvals: [{ post_social_id: socialId, approval_id: approvalId }],
  }),
  'POST /approval-link/revision': ({ approvalId }: Ids) => ({
    approval_id: approvalId,
    message: 'Larger',
    version: 1,
  }),
}

type Opened = Output<typeof openApprovalLink>
type BuiltRound = { readonly postId: number; readonly socialId: number; readonly roundId: number }

/** What tests of approval links do again and again, with the people of `cast`. */
export const byLink = (kit: () => TestApp, cast: () => Cast) => {
  const inProject = () => ({ params: { projectId: cast().project.projectId } })
  /** An agency person makes a link for the client. @returns its secret */
  const copied = async ({ userId } = cast().external, admin = cast().admin): Promise<string> => {
    const made = await kit().ask(admin, createApprovalLink, {
      ...inProject(),
      body: { user_id: userId },
    })
    expect(made.status).toBe(200)
    return new URL(made.data.url).hash.slice(1)
  }
  const open = (token: string, headers = {}) =>
    sendByLink<Opened>(kit(), token, ['GET', '/approval-link'], undefined, headers)
  const build = async (social: Partial<TestSocial> = {}, project = cast().project): Promise<BuiltRound> => {
    const { postId, socialIds } = await buildPost(kit().db, project, {
      type: 'text',
      socials: [{ network: 'facebook', status: 'pending_external_approval', message: 'For you', ...social }],
      schedule: { date: '2026-06-20', time: '12:00' },
    })
    const [socialId = 0] = socialIds
    const round = await kit()
      .db.selectFrom('approvals')
      .select('id')
      .where('post_social_id', '=', socialId)
      .where('status', '=', 'open')
      .executeTakeFirst()
    return { postId, socialId, roundId: round?.id ?? 0 }
  }
  const versionOf = async (socialId: number) =>
    (
      await kit()
        .db.selectFrom('post_socials')
        .select('version')
        .where('id', '=', socialId)
        .executeTakeFirstOrThrow()
    ).version
  const approvalOf = async ({ socialId, roundId }: BuiltRound) => {
    const version = await versionOf(socialId)
    const versions = [{ post_social_id: socialId, version }]
    return { post_social_id: socialId, approval_id: roundId, version, versions }
  }
  const approve = async (token: string, built: BuiltRound, change: object = {}) =>
    sendByLink<Post>(kit(), token, ['POST', '/approval-link/approve-round'], {
      ...(await approvalOf(built)),
      ...change,
    })
  const undo = (token: string, { socialId, roundId }: BuiltRound) =>
    sendByLink<Post>(kit(), token, ['POST', '/approval-link/undo-approval'], {
      post_social_id: socialId,
      approval_id: roundId,
    })
  const revise = async (token: string, built: BuiltRound, change: object = {}) =>
    sendByLink<Post>(kit(), token, ['POST', '/approval-link/revision'], {
      approval_id: built.roundId,
      message: 'Larger',
      version: await versionOf(built.socialId),
      ...change,
    })
  const statusOf = async ({ socialId }: BuiltRound) =>
    (await kit().db.selectFrom('post_socials').select('status').where('id', '=', socialId).executeTakeFirst())
      ?.status
  const logged = (action: AuditAction) =>
    kit()
      .db.selectFrom('audit_log')
      .select(['actor_id', 'subject', 'new', 'old', 'address'])
      .where('project_id', '=', cast().project.projectId)
      .where('action', '=', action)
      .execute()
  const emailOf = async ({ userId }: TestPerson) =>
    (await kit().db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow())
      .email
  return {
    inProject,
    copied,
    open,
    build,
    versionOf,
    approvalOf,
    approve,
    undo,
    revise,
    statusOf,
    logged,
    emailOf,
  }
}
