import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changePassword, endOtherSessions } from '#domain/accounts/contract.ts'
import { changeAgencyRole, removeAgencyUser } from '#domain/agencies/contract.ts'
import { endCalendarFeed, getCalendarFeed, renewCalendarFeed } from '#domain/calendar-feeds/contract.ts'
import { textProblem } from '#domain/kernel/text.ts'
import { removeProjectUser } from '#domain/team/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { agencyRoutes } from '#server/features/agencies/routes.ts'
import { teamRoutes } from '#server/features/team/routes.ts'
import { makeLog } from '#server/platform/log.ts'
import { startTestApp, type TestApp, testNow } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { calendarFeedRoutes } from './routes.ts'

let kit: TestApp
let cast: Cast
const logged: string[] = []
beforeAll(async () => {
  const log = makeLog('info', { write: line => void logged.push(line) })
  kit = await startTestApp({
    routes: [...calendarFeedRoutes, ...teamRoutes, ...agencyRoutes, ...accountRoutes],
    log,
  })
})
afterAll(() => kit.close())
beforeEach(async () => {
  cast = await buildCast(kit.db)
})

const inProject = () => ({ params: { projectId: cast.project.projectId } })
const renew = async (person: Cast['admin']) =>
  (await kit.ask(person, renewCalendarFeed, { ...inProject(), body: {} })).data
const read = async (url: string, headers: Record<string, string> = {}) =>
  kit.app.inject({ method: 'GET', url: new URL(url).pathname, headers })
const statusOf = async (url: string) => (await read(url)).statusCode
const feedOf = async (person: Cast['admin']) => {
  const { body } = await read((await renew(person)).url)
  // Long lines are folded (RFC 5545).
  return body.replaceAll('\r\n ', '')
}
const post = (options: Parameters<typeof buildPost>[2]) => buildPost(kit.db, cast.project, options)
const on = (date: string, time: string) => ({ schedule: { date, time } })

describe('A calendar feed', () => {
  it('has the posts with title, instant, status and link', async () => {
    const { postId } = await post({
      type: 'text',
      status: 'scheduled',
      socials: ['facebook', 'linkedin'].map(network => ({
        network: network as 'facebook',
        message: 'Fresh bread, daily\nCome in',
      })),
      ...on('2026-06-10', '09:30'),
    })
    const { datetime } = await kit.db
      .selectFrom('schedules')
      .select('datetime')
      .where('post_id', '=', postId)
      .executeTakeFirstOrThrow()
    const { headers, body } = await read((await renew(cast.creator)).url)
    const text = body.replaceAll('\r\n ', '')
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
    })
    expect(text).toContain('SUMMARY:Facebook\\, LinkedIn: Fresh bread\\, daily\r\n')
    expect(text).toContain(`DTSTART:${datetime.toISOString().replace(/[-:]|\.000/g, '')}\r\n`)
    expect(text).toContain('Status: Scheduled')
    expect(text).toContain('STATUS:CONFIRMED')
    expect(text).toContain(`/${cast.project.projectId}/manage-post/facebook?postId=${postId}`)
  })

  it('of an archived client is empty but valid, and has the posts again once it is back', async () => {
    await post({ type: 'text', status: 'scheduled', ...on('2026-06-10', '09:30') })
    const { url } = await renew(cast.creator)
    const archive = (archived_at: Date | null) =>
      kit.db.updateTable('projects').set({ archived_at }).where('id', '=', cast.project.projectId).execute()
    const eventsOf = async () => {
      const { statusCode, body } = await read(url)
      expect(statusCode).toBe(200)
      expect(body).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR(\r\n)?$/)
      return body.split('BEGIN:VEVENT').length - 1
    }
    await archive(testNow)
    expect(await eventsOf()).toBe(0)
    await archive(null)
    expect(await eventsOf()).toBe(1)
  })

  it('leaves out what was never saved, deleted posts, posts without a schedule, and other projects', async () => {
    const hidden = (message: string) => ({ socials: [{ network: 'facebook' as const, message }] })
    await post({ ...hidden('Never saved'), status: 'temporary_draft', ...on('2026-06-10', '09:00') })
    await post({ ...hidden('No time'), status: 'draft' })
    const deleted = await post({ ...hidden('Deleted'), status: 'draft', ...on('2026-06-10', '09:00') })
    const gone = { deleted_at: testNow }
    await kit.db.updateTable('posts').set(gone).where('id', '=', deleted.postId).execute()
    await buildPost(kit.db, cast.elsewhere, { ...hidden('Elsewhere'), ...on('2026-06-10', '09:00') })
    expect(await feedOf(cast.admin)).not.toContain('BEGIN:VEVENT')
  })

  it('shows clients only what was sent to them, with a link to their approval page', async () => {
    const secret = { network: 'facebook' as const, message: 'Between ourselves' }
    await post({ socials: [secret], status: 'draft', ...on('2026-06-10', '09:00') })
    await post({ socials: [secret], status: 'pending_internal_approval', ...on('2026-06-11', '09:00') })
    const shown = await post({
      socials: [{ network: 'facebook', message: 'For you' }],
      status: 'pending_external_approval',
      ...on('2026-06-12', '09:00'),
    })
    const text = await feedOf(cast.external)
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(text).toContain('For you')
    expect(text).toContain(`/approval/facebook?postId=${shown.postId}`)
    expect(text).not.toContain('Between ourselves')
  })

  it('is valid with any text, also one that was stored with control characters', async () => {
    const anySign = fc.integer({ min: 1, max: 0x2fff }).map(code => String.fromCodePoint(code))
    const anyText = fc.string({ unit: anySign }).filter(text => textProblem(text) === null)
    const messages = ['Fresh\vbread\u2028daily\u0007', ...fc.sample(anyText, 30)]
    for (const message of messages)
      await post({
        socials: [{ network: 'facebook', message }],
        status: 'draft',
        ...on('2026-06-10', '09:00'),
      })
    const text = await feedOf(cast.admin)
    expect(text.match(/\r\nBEGIN:VEVENT/g)).toHaveLength(messages.length)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[^\P{Cc}\t]|[\u2028\u2029]/u)
    expect(text).toContain(String.raw`Fresh\nbread\ndaily`)
  })

  it('gets no line of its own from a text, whatever lines that has', async () => {
    const kinds = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\\n']
    const wanted = [
      'END:VEVENT',
      'BEGIN:VEVENT',
      'ATTENDEE:mailto:eve@example.com',
      'X-EVIL;VALUE=URI:http://evil.example',
    ]
    for (const kind of kinds)
      await post({
        socials: [{ network: 'facebook', message: ['Bread', ...wanted].join(kind) }],
        status: 'draft',
        ...on('2026-06-10', '09:00'),
      })
    const lines = (await feedOf(cast.admin)).split('\r\n')
    expect(lines.filter(line => line === 'BEGIN:VEVENT')).toHaveLength(kinds.length)
    expect(lines.filter(line => /^(ATTENDEE|X-EVIL)/.test(line) || /[\r\n]/.test(line))).toEqual([])
    expect(lines.filter(line => line.includes('ATTENDEE')).length).toBeGreaterThan(0)
  })

  it('is one calendar with each post once, also with more posts than are written at a time', async () => {
    const first = await post({ type: 'text', status: 'scheduled', ...on('2026-06-10', '09:30') })
    await sql`with added as (insert into posts (project_id, type) select project_id, type from posts, generate_series(1, 259)
        where id = ${first.postId} returning id, project_id),
      versions as (insert into post_socials (post_id, project_id, social_network, type, status, message)
        select id, project_id, 'facebook', 'text', 'draft', 'END:VCALENDAR' from added)
      insert into schedules (post_id, project_id, date, time, timezone, datetime, is_autoposting)
        select a.id, a.project_id, date, time, timezone, datetime, is_autoposting from added a, schedules s
        where s.post_id = ${first.postId}`.execute(kit.db)
    const { body } = await read((await renew(cast.creator)).url)
    const lines = body.split('\r\n')
    const count = (line: string) => lines.filter(one => one === line).length
    expect([count('BEGIN:VCALENDAR'), count('END:VCALENDAR')]).toEqual([1, 1])
    expect([count('BEGIN:VEVENT'), count('END:VEVENT')]).toEqual([260, 260])
    expect(new Set(lines.filter(line => line.startsWith('UID:'))).size).toBe(260)
    expect(lines.at(-1)).toBe('END:VCALENDAR')
  })

  it('is not sent again while nothing has changed', async () => {
    const { postId } = await post({ status: 'draft', ...on('2026-06-10', '09:00') })
    const { url } = await renew(cast.creator)
    const etag = String((await read(url)).headers.etag)
    const again = await read(url, { 'if-none-match': etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers['cache-control']).toBe('private, no-cache')
    await kit.db.updateTable('post_socials').set({ message: 'New' }).where('post_id', '=', postId).execute()
    expect((await read(url, { 'if-none-match': etag })).statusCode).toBe(200)
  })

  it('ends at once for an address that was renewed or switched off', async () => {
    const first = await renew(cast.creator)
    const second = await renew(cast.creator)
    expect([await statusOf(first.url), await statusOf(second.url)]).toEqual([404, 200])
    expect((await kit.ask(cast.creator, getCalendarFeed, inProject())).data.created_at).not.toBeNull()
    expect((await kit.ask(cast.creator, endCalendarFeed, inProject())).status).toBe(200)
    expect(await statusOf(second.url)).toBe(404)
    expect((await kit.ask(cast.creator, getCalendarFeed, inProject())).data.created_at).toBeNull()
    expect((await kit.ask(cast.creator, endCalendarFeed, inProject())).status).toBe(200)
  })

  it('ends, and nobody else’s, with a new password and with signing out everywhere else', async () => {
    const [first, others] = [await renew(cast.creator), await renew(cast.admin)]
    expect((await kit.ask(cast.creator, endOtherSessions)).status).toBe(200)
    expect([await statusOf(first.url), await statusOf(others.url)]).toEqual([404, 200])
    const second = await renew(cast.creator)
    const password = 'a long new password 7'
    const changed = await kit.ask(cast.creator, changePassword, {
      params: { userId: cast.creator.userId },
      body: { password, password_confirmation: password },
    })
    expect(changed.status).toBe(200)
    expect([await statusOf(second.url), await statusOf(others.url)]).toEqual([404, 200])
  })

  it('ends at once for people who were blocked or removed, and with the project', async () => {
    const [blocked, removed, admins] = [
      await renew(cast.creator),
      await renew(cast.external),
      await renew(cast.admin),
    ]
    await kit.db
      .updateTable('users')
      .set({ is_blocked: true })
      .where('id', '=', cast.creator.userId)
      .execute()
    await kit.db.deleteFrom('project_members').where('user_id', '=', cast.external.userId).execute()
    expect(await statusOf(blocked.url)).toBe(404)
    expect(await statusOf(removed.url)).toBe(404)
    expect(await statusOf(admins.url)).toBe(200)
    const gone = { deleted_at: testNow }
    await kit.db.updateTable('projects').set(gone).where('id', '=', cast.project.projectId).execute()
    expect(await statusOf(admins.url)).toBe(404)
  })

  it('stays ended for people who were removed from the project or the agency and come back', async () => {
    const { agencyId, projectId } = cast.project
    const leave = {
      project: (userId: number) => kit.ask(cast.admin, removeProjectUser, { params: { projectId, userId } }),
      agency: (userId: number) => kit.ask(cast.admin, removeAgencyUser, { params: { agencyId, userId } }),
    }
    for (const [person, from] of [
      [cast.external, 'project'],
      [cast.creator, 'agency'],
    ] as const) {
      const { userId } = person
      const [{ url }, stays] = [await renew(person), await renew(cast.internal)]
      expect((await leave[from](userId)).status).toBe(200)
      const member = { project_id: projectId, user_id: userId, role: 'content-creator' as const }
      await kit.db.insertInto('project_members').values(member).execute()
      expect([await statusOf(url), await statusOf(stays.url)]).toEqual([404, 200])
      expect((await kit.ask(person, getCalendarFeed, inProject())).data.created_at).toBeNull()
    }
  })

  it('stays ended for an admin who becomes a member and an admin again, but not where they are in the project', async () => {
    const { agencyId, projectId } = cast.project
    const { userId } = cast.creator
    const setRole = (role: 'agency-admin' | 'content-creator') =>
      kit.ask(cast.admin, changeAgencyRole, { params: { agencyId, userId }, body: { role } })
    expect((await setRole('agency-admin')).status).toBe(200)
    const kept = await renew(cast.creator)
    expect((await setRole('content-creator')).status).toBe(200)
    expect(await statusOf(kept.url)).toBe(200)
    await setRole('agency-admin')
    await kit.db.deleteFrom('project_members').where('user_id', '=', userId).execute()
    expect((await setRole('content-creator')).status).toBe(200)
    await setRole('agency-admin')
    expect(await statusOf(kept.url)).toBe(404)
    expect(
      await kit.db
        .selectFrom('calendar_feeds')
        .select('user_id')
        .where('project_id', '=', projectId)
        .execute(),
    ).toEqual([])
  })

  it('is everyone’s own: one person’s renewal leaves the addresses of others', async () => {
    const [one, other] = [await renew(cast.creator), await renew(cast.internal)]
    await renew(cast.creator)
    expect([await statusOf(one.url), await statusOf(other.url)]).toEqual([404, 200])
  })

  it('is not made for strangers or without a session', async () => {
    for (const endpoint of [getCalendarFeed, renewCalendarFeed, endCalendarFeed]) {
      const ask = (person: Cast['admin'] | null) => kit.ask(person, endpoint, { ...inProject(), body: {} })
      expect((await ask(cast.stranger)).status).toBe(404)
      expect((await ask(null)).status).toBe(401)
    }
  })

  it('keeps its secret out of the database and the log', async () => {
    const { url } = await renew(cast.creator)
    const secret = url.split('/').at(-2) ?? ''
    expect(secret.length).toBeGreaterThan(40)
    const { rows } = { rows: await kit.db.selectFrom('calendar_feeds').selectAll().execute() }
    expect(JSON.stringify(rows.map(row => row.token_hash.toString()))).not.toContain(secret)
    kit.services.log.warn({ req: { id: 1, method: 'GET', url: new URL(url).pathname } }, 'a request')
    await read(url)
    expect(logged.join('')).toContain('/api/calendar-feeds/[redacted]/posts.ics')
    expect(logged.join('')).not.toContain(secret)
  })

  it('is refused to a calendar that asks for it all the time', async () => {
    const { url } = await renew(cast.creator)
    const answers: number[] = []
    for (let n = 0; n < 61; n += 1) answers.push(await statusOf(url))
    expect(answers.filter(status => status === 200)).toHaveLength(60)
    expect(answers.at(-1)).toBe(429)
  })
})
