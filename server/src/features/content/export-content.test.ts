import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { exportContent } from '#domain/content/contract.ts'
import { getImport, startImport } from '#domain/imports/contract.ts'
import { getPost } from '#domain/posts/contract.ts'
import { importRoutes } from '#server/features/imports/routes.ts'
import { runImport } from '#server/features/imports/run-import.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { uploadTable } from '#testing/imports.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildCampaign, buildMedia, buildPost } from '#testing/posts.ts'
import { contentRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: [...contentRoutes, ...importRoutes, ...postRoutes] })
beforeEach(async () => {
  cast = await buildCast(kit.db)
})

const exported = (query: object = { span: 'all' }, person: Cast['admin'] | null = cast.creator) =>
  kit.ask(person, exportContent, { params: { projectId: cast.project.projectId }, query })
const post = (options: Parameters<typeof buildPost>[2]) => buildPost(kit.db, cast.project, options)

/** Uploads and imports the table; the job runs as a worker would run it. */
const importTable = async (table: string) => {
  const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
  expect(data.rows.map(({ problems }) => problems).filter(({ length }) => length > 0)).toEqual([])
  const params = { projectId: cast.project.projectId, importId: data.id }
  expect((await kit.ask(cast.creator, startImport, { params, body: { only_good: false } })).status).toBe(200)
  await runImport(kit.services, data.id)
  return (await kit.ask(cast.creator, getImport, { params })).data.rows
}

const countPosts = async () => {
  const { rows } =
    await sql`select (select count(*) from posts) posts, (select count(*) from medias) medias`.execute(kit.db)
  return rows
}

/** What a post says and when, without its ids. */
const factsOf = async (postId: number) => {
  const { data } = await kit.ask(cast.creator, getPost, { params: { postId } })
  const { post_socials: socials, latest_schedule: schedule } = data
  return {
    schedule: schedule && [schedule.date, schedule.time, schedule.is_autoposting],
    versions: socials.map(social => [
      ...[social.social_network, social.type, social.message, social.first_comment],
      social.attachments.map(({ extra_fields }) => extra_fields.link),
    ]),
  }
}

describe('An export of the content list', () => {
  it('has what is listed in its order, with the columns of an import and the status', async () => {
    const later = await post({ type: 'text', socials: [{ network: 'facebook', message: 'No time, "yet"' }] })
    const first = await post({
      type: 'text',
      status: 'scheduled',
      socials: ['linkedin', 'facebook'].map(network => ({ network: network as 'facebook', message: 'Both' })),
      schedule: { date: '2026-06-10', time: '09:30' },
    })
    const campaign_id = await buildCampaign(kit.db, cast.project)
    await kit.db.updateTable('posts').set({ campaign_id }).where('id', '=', first.postId).execute()
    const { status, data } = await exported()
    expect(status).toBe(200)
    expect(data.split('\r\n')).toEqual([
      '\ufeffID,Networks,Post type,Message,First comment,Link,Pictures,Date,Time,Autoposting,Campaign,Status',
      `galley-${first.postId},"facebook, linkedin",Text,Both,,,,2026-06-10,09:30,yes,Summer sale,Scheduled`,
      `galley-${later.postId},facebook,Text,"No time, ""yet""",,,,,,,,Draft`,
      '',
    ])
    const week = { start: '2026-06-08', end: '2026-06-14', status: 'scheduled' }
    expect((await exported(week)).data.split('\r\n')).toHaveLength(3)
  })

  it('has a row for each text that the networks do not share', async () => {
    const socials = [
      { network: 'facebook', message: 'Long' },
      { network: 'twitter', message: 'Short' },
    ] as const
    const { postId } = await post({ type: 'text', socials })
    const { data } = await exported()
    expect(data).toContain(`galley-${postId}/facebook,facebook,Text,Long,`)
    expect(data).toContain(`galley-${postId}/twitter,twitter,Text,Short,`)
  })

  it('brings campaigns along, and takes them from no post of a table without them', async () => {
    const [sale, pillar] = [
      await buildCampaign(kit.db, cast.project),
      await buildCampaign(kit.db, cast.project, { name: 'Behind the scenes' }),
    ]
    const { postId } = await post({ type: 'text', socials: [{ network: 'facebook', message: 'Hello' }] })
    await kit.db.updateTable('posts').set({ campaign_id: sale }).where('id', '=', postId).execute()
    const campaignOf = async () =>
      (await kit.ask(cast.creator, getPost, { params: { postId } })).data.campaign_id
    const { data } = await exported()
    expect(await importTable(data)).toMatchObject([{ outcome: 'unchanged' }])
    expect(await importTable(data.replace('Summer sale', 'behind the SCENES'))).toMatchObject([
      { outcome: 'updated' },
    ])
    expect(await campaignOf()).toBe(pillar)
    const other = `ID,Networks,Message\r\ngalley-${postId},facebook,Changed\r\n`
    expect(await importTable(other)).toMatchObject([{ outcome: 'updated' }])
    expect(await campaignOf()).toBe(pillar)
    expect(await importTable(data.replace('Summer sale', ''))).toMatchObject([{ outcome: 'updated' }])
    expect(await campaignOf()).toBe(null)
  })

  it('makes nothing of an import of what it has exported, whatever the posts are', async () => {
    const media = await buildMedia(kit.db, cast.project)
    const socials = [
      { network: 'facebook', message: 'Long', media: [media] },
      { network: 'linkedin', message: 'Longer', media: [media] },
    ] as const
    await post({ type: 'single_photo', socials: [...socials] })
    const message = 'Out since May'
    const past = { schedule: { date: '2026-05-01', time: '09:30' } }
    await post({ type: 'text', status: 'live', socials: [{ network: 'facebook', message }], ...past })
    // It is not connected any more.
    await post({ type: 'text', socials: [{ network: 'twitter', message: 'Draft' }] })
    await kit.db
      .updateTable('social_accounts')
      .set({ removed_at: testNow })
      .where('social_network', '=', 'twitter')
      .where('project_id', '=', cast.project.projectId)
      .execute()
    const before = await countPosts()
    const rows = await importTable((await exported()).data)
    expect(rows.map(({ outcome }) => outcome)).toEqual(Array(4).fill('unchanged'))
    expect(await countPosts()).toEqual(before)
  })

  it('brings only the version up to date whose row was edited', async () => {
    const socials = [
      { network: 'facebook', message: 'Long' },
      { network: 'twitter', message: 'Short' },
    ] as const
    const when = { schedule: { date: '2026-06-20', time: '09:30' } }
    const { postId } = await post({ type: 'text', socials: [...socials], ...when })
    const before = await factsOf(postId)
    const rows = await importTable((await exported()).data.replace('Short', 'Shorter'))
    expect(rows.map(({ outcome, post_id }) => [outcome, post_id])).toEqual([
      ['unchanged', postId],
      ['updated', postId],
    ])
    const after = JSON.stringify(await factsOf(postId))
    expect(after).toBe(JSON.stringify(before).replace('Short', 'Shorter'))
  })

  it('takes the ID of another project’s post as any other ID', async () => {
    const theirs = await buildPost(kit.db, cast.elsewhere, {
      type: 'text',
      socials: [{ network: 'facebook', message: 'Elsewhere' }],
    })
    const table = `ID,Networks,Message\ngalley-${theirs.postId},facebook,Mine\n`
    const [row] = await importTable(table)
    expect(row).toMatchObject({ outcome: 'created' })
    expect(row?.post_id).not.toBe(theirs.postId)
    const { message } = await kit.db
      .selectFrom('post_socials')
      .select('message')
      .where('post_id', '=', theirs.postId)
      .executeTakeFirstOrThrow()
    expect(message).toBe('Elsewhere')
    expect(await importTable(table)).toMatchObject([{ outcome: 'unchanged', post_id: row?.post_id }])
  })

  it('names pictures by addresses that can be fetched without a session', async () => {
    const media = await buildMedia(kit.db, cast.project)
    await post({ type: 'single_photo', socials: [{ network: 'facebook', message: 'Hi', media: [media] }] })
    expect((await exported()).data).toMatch(
      /,https?:\/\/[^,\s]+\/media\/key\d+\/original\?until=\d+&signature=/,
    )
  })

  it('runs nothing in a spreadsheet', async () => {
    await post({ type: 'text', socials: [{ network: 'facebook', message: '=HYPERLINK("http://evil")' }] })
    expect((await exported()).data).toContain(`"'=HYPERLINK(""http://evil"")"`)
  })

  it('keeps the IDs of an import, whose rows are unchanged when they are imported again', async () => {
    const rows = 'a,facebook,One,2026-06-30,10:00\nb,"facebook, linkedin",\'=Two,,\n'
    await importTable(`ID,Networks,Message,Date,Time\n${rows}`)
    const again = await importTable((await exported()).data)
    expect(again.map(({ external_id }) => external_id).toSorted()).toEqual(['a', 'b'])
    const third = await importTable((await exported()).data)
    expect(third.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
  })

  it('imports again as posts that say the same at the same time', async () => {
    const signs = fc.constantFrom('=', '+', '-', '@', "'=", "''@", '"', ',', ';', '\n', 'é', '日', ' ', 'a')
    // An import leaves out spaces around a text.
    const text = fc
      .array(signs, { minLength: 1, maxLength: 12 })
      .map(parts => parts.join('').trim())
      .filter(written => written !== '')
    const day = fc.integer({ min: 10, max: 28 }).map(date => `2026-06-${date}`)
    const time = fc.constantFrom('00:00', '09:05', '23:59')
    const schedule = fc.record({ date: day, time, is_autoposting: fc.boolean() })
    const networks = fc.subarray(['facebook', 'linkedin', 'twitter'] as const, { minLength: 1 })
    const draft = fc.record({ networks, message: text, first_comment: fc.constant(''), schedule })
    const drafts = fc.array(draft, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(drafts, async written => {
        cast = await buildCast(kit.db)
        const built: number[] = []
        for (const { networks: named, message, first_comment, schedule: when } of written) {
          const socials = named.map(network => ({ network, message, first_comment }))
          built.push((await post({ type: 'text', socials, schedule: when })).postId)
        }
        // As a table of somebody else, so that all of it is made anew.
        const rows = await importTable((await exported()).data.replace(/^galley-[^,]*,/gm, ','))
        expect(rows.map(({ outcome }) => outcome)).toEqual(written.map(() => 'created'))
        const before = await Promise.all(built.map(factsOf))
        const after = await Promise.all(rows.map(({ post_id }) => factsOf(post_id ?? 0)))
        const sorted = (facts: unknown[]) => facts.map(each => JSON.stringify(each)).toSorted()
        expect(sorted(after)).toEqual(sorted(before))
      }),
      { numRuns: 12 },
    )
  })

  it('is for those who write: approvers and clients are refused, strangers learn nothing', async () => {
    for (const person of [cast.internal, cast.external]) expect((await exported({}, person)).status).toBe(403)
    expect((await exported({}, cast.stranger)).status).toBe(404)
    expect((await exported({}, null)).status).toBe(401)
  })

  it('refuses days without an end, and leaves out other projects', async () => {
    await buildPost(kit.db, cast.elsewhere, { socials: [{ network: 'facebook', message: 'Elsewhere' }] })
    expect(await exported({ start: '2026-06-01' })).toMatchObject({ status: 422 })
    expect((await exported()).data).not.toContain('Elsewhere')
  })
})
