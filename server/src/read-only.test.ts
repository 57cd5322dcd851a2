import { beforeAll, describe, expect, it } from 'vitest'
import { getMe } from '#domain/accounts/contract.ts'
import { readOnlyTextsForAdmins } from '#domain/billing/read-only-text.ts'
import { createDayLabel } from '#domain/labels/contract.ts'
import { startTestApp, useTestApp } from '#testing/app.ts'
import { billedConfig, buildSubscription, daysFromNow } from '#testing/billing/subscriptions.ts'
import { callBodies } from '#testing/calls/call-bodies.ts'
import { addressOfCall, type CallIds, nameOfCall, prepareCalls } from '#testing/calls/calls.ts'
import { countWrites } from '#testing/calls/count-writes.ts'
import { buildCast, type Cast, useCast } from '#testing/people.ts'
import { allRoutes } from './routes.ts'

let ids: CallIds
const kit = useTestApp({ routes: allRoutes, config: { ...billedConfig, SIGN_IN_PER_MINUTE: 1000 } })
const cast = useCast(kit)
beforeAll(async () => {
  ids = await prepareCalls(kit.db, cast.project, { person: cast.admin })
})

/** The payment failed so many days ago. */
const failPayment = (days: number) =>
  buildSubscription(kit.db, cast.project.agencyId, { status: 'past_due', past_due_since: daysFromNow(-days) })

/** What a read-only agency can still call, besides what only reads or is about one person: written out by hand. */
const stillAllowed = [
  // Takes data out, or only looks.
  'POST /projects/{projectId}/archive',
  'POST /posts/text-matches',
  'POST /hashtag-name-list/{projectId}',
  'POST /posts/social-networks/allowed',
  'POST /projects/{projectId}/presence',
  'POST /projects/{projectId}/calendar-feed',
  'DELETE /projects/{projectId}/calendar-feed',
  // Pays.
  'POST /pay/sub',
  'POST /bill/billing',
  'POST /bill/billupdate',
  'POST /bill/processupdate',
  'POST /bill/payment-confirmed',
  'POST /agencies/{agencyId}/subscription/cancel',
  'POST /agencies/{agencyId}/subscription/continue',
  'POST /agencies/{agencyId}/invoices/{invoiceId}/pay',
  // Ends access, and makes the subscription cheaper.
  'DELETE /agencies/{agencyId}/users/{userId}',
  'DELETE /projects/{projectId}/users/{userId}',
  'POST /agencies/{agencyId}/leave',
  'POST /projects/{projectId}/leave',
  'DELETE /userinvitations/{invitationId}',
  'DELETE /projects/{projectId}/{social}',
  'POST /projects/{projectId}/archiving',
  'POST /projects/{projectId}/hand-over',
  'DELETE /projects/{projectId}/hand-over',
  'DELETE /projects/{projectId}/approval-links',
  'DELETE /agencies/{agencyId}/secret-addresses',
  'DELETE /agencies/{agencyId}/chat-channels/{channelId}',
  'DELETE /projects/{projectId}/reports/{reportId}/link',
  'DELETE /projects/{projectId}/proofs/{proofId}',
  // One's own mails.
  'POST /update-all-notification-setting/{settingId}',
  'POST /update-project-notification-setting/{settingId}',
]
const writes = allRoutes.filter(
  ({ endpoint, needs }) => endpoint.method !== 'GET' && (needs === 'project' || needs === 'agency'),
)
const names = writes.map(({ endpoint }) => nameOfCall(endpoint))
const call = (name: string) => {
  const endpoint = writes.find(route => nameOfCall(route.endpoint) === name)?.endpoint
  if (!endpoint) throw new Error(`No call ${name}`)
  // The body for the tables of roles is refused as a crop; here it must be one.
  const body = name.endsWith('/crop')
    ? { x: 0, y: 0, width: 1, height: 1, rotation: 90, output: null }
    : callBodies[name]?.(ids)
  return kit.send(cast.admin, endpoint.method, addressOfCall(endpoint, ids), body)
}

describe('In a read-only agency', () => {
  beforeAll(() => failPayment(15))

  it.each(names.filter(name => !stillAllowed.includes(name)))(
    '%s is refused, and writes nothing',
    async name => {
      const before = await countWrites(kit.db)
      const { status, code } = await call(name)
      expect([status, code]).toEqual([402, 'subscription_read_only'])
      expect(await countWrites(kit.db)).toBe(before)
    },
  )

  it.each(stillAllowed)('%s is not refused for that', async name => {
    expect((await call(name)).status).not.toBe(402)
    // One of them archives the project, which would refuse what follows for another reason.
    await kit.db.updateTable('projects').set({ archived_at: null, archived_by: null }).execute()
  })

  it('every call that reads still answers', async () => {
    const reads = allRoutes.filter(({ endpoint, needs }) => endpoint.method === 'GET' && needs === 'project')
    const refused = []
    for (const { endpoint } of reads) {
      const { status } = await kit.send(cast.admin, 'GET', addressOfCall(endpoint, ids))
      if (status === 402) refused.push(nameOfCall(endpoint))
    }
    // They begin to connect an account.
    expect(refused.sort()).toEqual([
      'GET /projects/{projectId}/linkedin/authorization-link',
      'GET /projects/{projectId}/twitter/authorization-link',
    ])
  })

  it.each([
    ['admin', /^Your agency is read-only because its subscription is not paid/],
    ['creator', /^Your agency is read-only at the moment. Please ask an admin/],
  ] as const)('an %s is told what to do', async (who, words) => {
    const body = {
      project_id: cast.project.projectId,
      text: 'Launch',
      color: '#aabbcc',
      start_at: '2026-06-01',
      end_at: '2026-06-02',
    }
    const { status, message } = await kit.ask(cast[who], createDayLabel, { body } as never)
    expect(status).toBe(402)
    expect(message).toMatch(words)
  })

  it('an admin is told to start again what has ended, and not to pay', async () => {
    const ended = {
      status: 'canceled',
      past_due_since: daysFromNow(-15),
      period_end: daysFromNow(-15),
    } as const
    await buildSubscription(kit.db, cast.project.agencyId, ended)
    const { status, message } = await call('POST /daylabels')
    expect([status, message]).toEqual([402, readOnlyTextsForAdmins.ended])
    await failPayment(15)
  })

  it('a client is refused without a word about money', async () => {
    const name = 'POST /posts/approvals/approve-round'
    const { status, message } = await kit.send(
      cast.external,
      'POST',
      '/posts/approvals/approve-round',
      callBodies[name]?.(ids),
    )
    expect([status, message]).toEqual([
      402,
      'This project is read-only at the moment. Please ask your agency.',
    ])
  })

  it('the agency’s people are told at the top of their pages, and other people are not', async () => {
    const noticesOf = async (person: Cast['admin']) => (await kit.ask(person, getMe)).data.billing_notices
    const notice = {
      agency_id: cast.project.agencyId,
      kind: 'read_only',
      is_ended: false,
      is_publishing: true,
      until: daysFromNow(6).toISOString(),
      needs_confirmation: false,
    }
    expect(await noticesOf(cast.admin)).toEqual([{ ...notice, can_pay: true }])
    for (const person of [cast.creator, cast.internal, cast.external])
      expect(await noticesOf(person)).toEqual([{ ...notice, can_pay: false }])
    expect(await noticesOf(cast.stranger)).toBeUndefined()
  })
})

describe('Nothing is refused', () => {
  const label = { text: 'Launch', color: '#aabbcc', start_at: '2026-06-01', end_at: '2026-06-02' }
  const write = async (person = cast.creator, projectId = cast.project.projectId, app = kit) =>
    (await app.ask(person, createDayLabel, { body: { ...label, project_id: projectId } } as never)).status

  it('as soon as the payment has arrived', async () => {
    await failPayment(15)
    expect(await write()).toBe(402)
    await buildSubscription(kit.db, cast.project.agencyId, { status: 'active', past_due_since: null })
    expect(await write()).toBe(200)
  })

  it.each([
    [13, 200, 'payment_failed', true],
    [14, 402, 'read_only', true],
    [20, 402, 'read_only', true],
    [21, 402, 'read_only', false],
    [22, 402, 'read_only', false],
  ] as const)(
    'but what the days say: on day %i a change answers %i, the notice is %s, schedules go out: %s',
    async (day, answer, kind, isPublishing) => {
      await failPayment(day)
      expect(await write()).toBe(answer)
      expect((await kit.ask(cast.admin, getMe)).data.billing_notices).toMatchObject([
        { kind, is_publishing: isPublishing },
      ])
      const notices = (await kit.ask(cast.creator, getMe)).data.billing_notices
      if (kind === 'payment_failed') expect(notices).toBeUndefined()
      else expect(notices).toMatchObject([{ kind, is_publishing: isPublishing, can_pay: false }])
      const archive = await call('POST /projects/{projectId}/archive')
      expect(archive.status).not.toBe(402)
      await buildSubscription(kit.db, cast.project.agencyId, { status: 'active', past_due_since: null })
      expect(await write()).toBe(200)
      expect((await kit.ask(cast.admin, getMe)).data.billing_notices).toBeUndefined()
    },
  )

  it('in the 14 days after a failed payment, of which only admins are told', async () => {
    await failPayment(13.9)
    expect(await write()).toBe(200)
    const [notice, ...more] = (await kit.ask(cast.admin, getMe)).data.billing_notices ?? []
    expect(more).toEqual([])
    expect(notice).toMatchObject({ kind: 'payment_failed', until: daysFromNow(0.1).toISOString() })
    expect((await kit.ask(cast.creator, getMe)).data.billing_notices).toBeUndefined()
  })

  it('in a trial, and until the end of what a cancelled subscription has paid', async () => {
    await buildSubscription(kit.db, cast.project.agencyId, { status: 'trialing' })
    expect(await write()).toBe(200)
    await buildSubscription(kit.db, cast.project.agencyId, { status: 'canceled', past_due_since: null })
    expect(await write()).toBe(200)
    await buildSubscription(kit.db, cast.project.agencyId, {
      status: 'canceled',
      past_due_since: null,
      period_end: daysFromNow(0),
    })
    expect(await write()).toBe(402)
  })

  it('in other agencies, and in one that has no subscription', async () => {
    await failPayment(15)
    expect(await write(cast.stranger, cast.elsewhere.projectId)).toBe(200)
  })

  it('where the installation takes no cards', async () => {
    const plain = await startTestApp({ routes: allRoutes })
    const { project, creator } = await buildCast(plain.db)
    await buildSubscription(plain.db, project.agencyId, {
      status: 'unpaid',
      past_due_since: daysFromNow(-90),
    })
    expect(await write(creator, project.projectId, plain)).toBe(200)
    expect((await plain.ask(creator, getMe)).data.billing_notices).toBeUndefined()
    await plain.close()
  })
})
