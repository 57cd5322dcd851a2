import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { getMe, signIn, signUp } from '#domain/accounts/contract.ts'
import type { SessionToken } from '#domain/accounts/model.ts'
import { createAgency } from '#domain/agencies/contract.ts'
import { createApprovalLink } from '#domain/approval-links/contract.ts'
import { approveRound, skipApproval, startApprovals } from '#domain/approvals/contract.ts'
import { addCard } from '#domain/billing/contract.ts'
import type { Endpoint, Output } from '#domain/kernel/endpoint.ts'
import type { LocalDateTime } from '#domain/kernel/time.ts'
import { uploadMedia } from '#domain/media/contract.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { listNotificationSettings, updateProjectNotificationSetting } from '#domain/notifications/contract.ts'
import type { Role } from '#domain/permissions/table.ts'
import { createPost, getPost, savePostSocials } from '#domain/posts/contract.ts'
import { createProject } from '#domain/projects/contract.ts'
import { createSchedule } from '#domain/schedules/contract.ts'
import { sendProjectInvitation } from '#domain/team/contract.ts'
import { demoLogins } from '#server/demo/people.ts'
import { addressOf, type CallInput, formOf } from '#web/platform/client.ts'
import { aheadMs } from './clock.ts'
import { uniqueWord } from './names.ts'
import { connectAccount } from './pages/connect-account.ts'
import { linkIn, mailTo } from './pages/mailbox.ts'
import { ownServer } from './test-servers.ts'
import { zone } from './time.ts'

/** Somebody with a session, who calls the Galley under test as the contract says. */
export type Person = {
  readonly email: string
  readonly session: SessionToken
  /** @throws what Galley refuses */
  readonly call: Call
}
type Call = <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<Output<E>>

/** The demo's first project, whose accounts are connected and in which each of the demo's people has their role. */
export const demoProject = 1

/** The password of everybody who is made here. */
export const givenPassword = 'correct horse battery'

const callWith =
  (token: string | null): Call =>
  async <E extends Endpoint>(endpoint: E, input: CallInput<E>) => {
    const { params, query, body, files } = input as {
      readonly [part in 'params' | 'query' | 'body']?: Record<string, unknown>
    } & Pick<CallInput<E>, 'files'>
    const url = ownServer().url + addressOf(endpoint.path, params, query)
    const payload = endpoint.files ? formOf(body, files) : body && JSON.stringify(body)
    const answer = await fetch(url, {
      method: endpoint.method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(typeof payload === 'string' ? { 'content-type': 'application/json' } : {}),
      },
      body: payload ?? null,
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${endpoint.method} ${url}: ${answer.status} ${text}`)
    return JSON.parse(text).data as Output<E>
  }

const personOf = (email: string, session: SessionToken): Person => ({
  email,
  session,
  call: callWith(session.token),
})

/** Each of the demo's people signs in once for each worker, and again after the clock was moved, which may end sessions. */
const demoPeople = new Map<string, Promise<Person>>()

/** One of the demo's people. */
export const demoPerson = (role: Role): Promise<Person> => {
  const key = `${role} ${aheadMs()}`
  const known = demoPeople.get(key)
  if (known) return known
  const login = demoLogins.find(each => each.role === role)
  if (!login) throw new Error(`The demo has no ${role}`)
  const { email, password } = login
  const person = callWith(null)(signIn, { body: { email, password } }).then(session =>
    personOf(email, session),
  )
  demoPeople.set(key, person)
  return person
}

/** Somebody new, without an agency or a project; with an invitation's token, who it invites. */
export async function givenNewcomer(name = 'Grace', { email = '', invitation = '' } = {}): Promise<Person> {
  const address = email || `${name.toLowerCase()}.${uniqueWord()}@newcomers.example`
  const session = await callWith(null)(signUp, {
    body: {
      name,
      last_name: 'Hopper',
      email: address,
      password: givenPassword,
      password_confirmation: givenPassword,
      phone_number: '+49 30 1234567',
      company: 'Harbor Works',
      ...(invitation ? { invitation } : {}),
    },
  })
  return personOf(address, session)
}

/** A new admin of a new agency with a card that works. */
export async function givenAgency(name = 'Grace'): Promise<Person> {
  const admin = await givenNewcomer(name)
  await admin.call(addCard, {
    body: {
      cardName: `${name} Hopper`,
      cardNumber: '4242424242424242',
      expiryMonth: 12,
      expiryYear: new Date().getFullYear() + 2,
      cvc: '123',
    },
  })
  await admin.call(createAgency, { body: { name: `Harbor Works ${uniqueWord()}` } })
  return admin
}

/** A new project with these accounts, of the demo's agency or of another admin's. @returns its id */
export async function givenProject({
  name = `Project ${uniqueWord()}`,
  networks = [] as readonly SocialNetwork[],
  by = undefined as Person | undefined,
} = {}): Promise<number> {
  const admin = by ?? (await demoPerson('agency-admin'))
  const { id } = await admin.call(createProject, { body: { name, timezone: zone } })
  for (const network of networks) await connectAccount(admin.call, id, network)
  return id
}

type ProjectRole = 'content-creator' | 'internal-approver' | 'external-approver'

/** A new person in a project, invited by its admin. @public journeys that need one import it */
export async function givenMember(
  role: ProjectRole,
  { project = demoProject, name = 'Grace', by = undefined as Person | undefined } = {},
): Promise<Person> {
  const admin = by ?? (await demoPerson('agency-admin'))
  const email = `${name.toLowerCase()}.${uniqueWord()}@newcomers.example`
  await admin.call(sendProjectInvitation, { body: { project_id: project, name, email, role } })
  const link = new URL(linkIn(await mailTo(ownServer().url, email, /invites you/), '/signup'))
  return givenNewcomer(name, { email, invitation: link.searchParams.get('invitation') ?? '' })
}

/** How far a post has come. Whatever is sent, approved or scheduled has a time: `at`, or tomorrow week at six in the evening. */
type Stage = 'draft' | 'sent' | 'sent to the client' | 'internally approved' | 'approved' | 'scheduled'

type PostGiven = {
  readonly message?: string
  readonly networks?: readonly [SocialNetwork, ...SocialNetwork[]]
  readonly type?: PostType
  /** Paths of photos or videos, which every version gets. */
  readonly files?: readonly string[]
  readonly at?: LocalDateTime & { readonly isAutoposting?: boolean }
  readonly stage?: Stage
  /** The message to the approvers. */
  readonly note?: string
  readonly project?: number
  readonly by?: Person
}

/** A post that a journey is given, and the page it is edited on. */
export type GivenPost = {
  readonly id: number
  readonly project: number
  readonly message: string
  readonly path: string
}

/** A post of a project, the demo's first unless another is given. */
export async function givenPost({
  message = `Something to read ${uniqueWord()}`,
  networks = ['facebook'],
  type = 'text',
  files = [],
  at,
  stage = 'draft',
  note,
  project = demoProject,
  by,
}: PostGiven = {}): Promise<GivenPost> {
  const author = by ?? (await demoPerson('agency-admin'))
  const made = await author.call(createPost, {
    body: { project_id: project, social_networks: [...networks], type },
  })
  const media = await Promise.all(files.map(file => givenMedia(file, { project, by: author })))
  await author.call(savePostSocials, {
    body: {
      post_id: made.post_id,
      project_id: project,
      post_socials: made.post.post_socials.map(({ id }) => ({
        id,
        message,
        media_actions: media.map(object_id => ({ action: 'attach' as const, object_id })),
      })),
    },
  })
  const post = { id: made.post_id, author }
  if (at) {
    const { date, time, isAutoposting: is_autoposting = true } = at
    await author.call(createSchedule, { body: { post_id: post.id, date, time, is_autoposting } })
  }
  await advance(post, stage, note)
  return { id: post.id, project, message, path: `manage-post/${networks[0]}?postId=${post.id}` }
}

async function advance(
  { id, author }: { id: number; author: Person },
  stage: Stage,
  note: string | undefined,
): Promise<void> {
  if (stage === 'draft') return
  if (stage === 'scheduled') {
    await author.call(skipApproval, { body: { post_id: id, skipped_approvals: ['internal', 'external'] } })
    return
  }
  if (stage === 'sent to the client')
    await author.call(skipApproval, { body: { post_id: id, skipped_approvals: ['internal'] } })
  await author.call(startApprovals, { body: { posts_ids: [id], ...(note ? { message: note } : {}) } })
  if (stage === 'sent' || stage === 'sent to the client') return
  await approveAs('internal-approver', id)
  if (stage === 'approved') await approveAs('external-approver', id)
}

/** One of the demo's approvers approves all versions of a post that wait for them. */
export async function approveAs(role: 'internal-approver' | 'external-approver', postId: number) {
  const { call } = await demoPerson(role)
  for (;;) {
    const post = await call(getPost, { params: { postId } })
    const [post_social_id] = post.can_approve_post_socials
    if (post_social_id === undefined) return
    await call(approveRound, { body: { post_social_id } })
  }
}

/** Somebody saves another message in all versions of a post. */
export async function givenChange(postId: number, message: string, by?: Person): Promise<void> {
  const { call } = by ?? (await demoPerson('agency-admin'))
  const { project_id, post_socials } = await call(getPost, { params: { postId } })
  const changed = post_socials.map(({ id }) => ({ id, message, media_actions: [] }))
  await call(savePostSocials, { body: { post_id: postId, project_id, post_socials: changed } })
}

/** A file in a project. @returns its id */
export async function givenMedia(
  file: string,
  { project = demoProject, by = undefined as Person | undefined } = {},
): Promise<number> {
  const author = by ?? (await demoPerson('agency-admin'))
  const media = [new File([new Uint8Array(await readFile(file))], basename(file))]
  const { id } = await author.call(uploadMedia, {
    params: { projectId: project },
    body: {},
    files: { media },
  })
  return id
}

/** The personal link of an external approver, by default the demo's. */
export async function givenApprovalLink(client?: Person, project = demoProject): Promise<string> {
  const { call } = client ?? (await demoPerson('external-approver'))
  const { id } = await call(getMe, {})
  const admin = await demoPerson('agency-admin')
  const { url } = await admin.call(createApprovalLink, {
    params: { projectId: project },
    body: { user_id: id },
  })
  return url
}

/** The client is mailed at once what waits for them in the project, with their personal link. */
export async function givenMailsAtOnce({ call }: Person, project: number): Promise<void> {
  const settings = await call(listNotificationSettings, { params: { projectId: project } })
  for (const { id: settingId, notification_id } of settings.filter(({ type_id }) => type_id === 2))
    await call(updateProjectNotificationSetting, {
      params: { settingId },
      body: { notification_id, type_id: 2, timeframe_type_id: 1, status: 1 },
    })
}
