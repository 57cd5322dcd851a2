import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { getImport, mapImport, startImport, undoImport } from '#domain/imports/contract.ts'
import { getPost } from '#domain/posts/contract.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { uploadTable } from '#testing/imports.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildCampaign } from '#testing/posts.ts'
import { importRoutes } from './routes.ts'
import { runImport, runImportQueue } from './run-import.ts'

let cast: Cast
const kit = useTestApp({ routes: [...importRoutes, ...postRoutes] })
beforeEach(async () => {
  cast = await buildCast(kit.db)
})

const inProject = (importId: number) => ({ projectId: cast.project.projectId, importId })
const read = async (importId: number) =>
  (await kit.ask(cast.creator, getImport, { params: inProject(importId) })).data
const start = (importId: number, only_good = false) =>
  kit.ask(cast.creator, startImport, { params: inProject(importId), body: { only_good } })
const undo = (importId: number) =>
  kit.ask(cast.creator, undoImport, { params: inProject(importId), body: {} })

/** Uploads and starts; the job runs as a worker would run it. */
const importTable = async (table: string, only_good = false) => {
  const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
  expect((await start(data.id, only_good)).status).toBe(200)
  await runImport(kit.services, data.id)
  return read(data.id)
}

const posts = () =>
  kit.db
    .selectFrom('posts')
    .select('id')
    .where('project_id', '=', cast.project.projectId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

const table =
  'ID,Networks,Message,First comment,Date,Time\na,"facebook, linkedin",One,First!,2026-06-30,10:00\nb,facebook,Two,,,\n'

describe('An import', () => {
  it('puts the parameters of the project into links that have none, if that is asked for', async () => {
    const { projectId } = cast.project
    await kit.db
      .insertInto('project_settings')
      .values({
        project_id: projectId,
        name: 'link-parameters',
        value: 'utm_source={network}&utm_campaign={campaign}',
      })
      .execute()
    await buildCampaign(kit.db, cast.project, { name: 'Spring Sale' })
    const linked =
      'Networks,Message,First comment,Link,Campaign\n' +
      '"facebook, linkedin",See https://a.example/x.,https://a.example/y?utm_term=b,https://a.example/z,Spring sale\n'
    const textsOf = async (adds_link_parameters: boolean) => {
      const { data } = await uploadTable(kit, cast.creator, projectId, linked)
      const body = { only_good: false, adds_link_parameters }
      await kit.ask(cast.creator, startImport, { params: inProject(data.id), body })
      await runImport(kit.services, data.id)
      const [row] = (await read(data.id)).rows
      const { data: post } = await kit.ask(cast.creator, getPost, { params: { postId: row?.post_id ?? 0 } })
      return post.post_socials.map(({ message, first_comment, attachments }) => [
        message,
        first_comment,
        attachments[0]?.extra_fields.link,
      ])
    }
    const kept = 'https://a.example/y?utm_term=b'
    const on = (network: string) => `?utm_source=${network}&utm_campaign=spring-sale`
    expect(await textsOf(false)).toEqual([
      ['See https://a.example/x.', kept, 'https://a.example/z'],
      ['See https://a.example/x.', kept, 'https://a.example/z'],
    ])
    expect(await textsOf(true)).toEqual(
      ['facebook', 'linkedin'].map(network => [
        `See https://a.example/x${on(network)}.`,
        kept,
        `https://a.example/z${on(network)}`,
      ]),
    )
  })

  it('creates a draft with its time for each row, by the person who imports', async () => {
    const done = await importTable(table)
    expect(done).toMatchObject({ status: 'done', done: 2, total: 2 })
    expect(done.rows.map(({ outcome }) => outcome)).toEqual(['created', 'created'])
    const [one, two] = done.rows.map(({ post_id }) => post_id ?? 0)
    const first = await kit.ask(cast.creator, getPost, { params: { postId: one ?? 0 } })
    expect(first.data).toMatchObject({
      status: 'draft',
      type: 'text',
      message: 'One',
      first_comment: 'First!',
      created_by: { id: cast.creator.userId },
      latest_schedule: {
        date: '2026-06-30',
        time: '10:00',
        datetime: '2026-06-30T08:00:00.000Z',
        is_autoposting: true,
      },
    })
    expect(
      first.data.post_socials.map(social => [social.social_network, social.message, social.status]),
    ).toEqual([
      ['facebook', 'One', 'draft'],
      ['linkedin', 'One', 'draft'],
    ])
    const second = await kit.ask(cast.creator, getPost, { params: { postId: two ?? 0 } })
    expect(second.data).toMatchObject({ status: 'draft', message: 'Two', latest_schedule: null })
  })

  it('has its job in the transaction that starts it', async () => {
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
    await start(data.id)
    expect(await kit.enqueued(runImportQueue)).toContainEqual({ importId: data.id, runAt: null })
  })

  it('with problems is refused, or leaves out the rows that have them', async () => {
    const mixed = `${table}c,myspace,Three,,,\n`
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, mixed)
    expect(await start(data.id)).toMatchObject({ status: 422, code: 'validation_error' })
    const done = await importTable(mixed, true)
    expect(done.rows.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'left_out'])
    expect(await posts()).toHaveLength(2)
  })

  it('without a good row is refused', async () => {
    const { data } = await uploadTable(
      kit,
      cast.creator,
      cast.project.projectId,
      'Message,Networks\nHello,\n',
    )
    expect(await start(data.id, true)).toMatchObject({ status: 422 })
  })

  it('starts once', async () => {
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
    await start(data.id)
    expect(await start(data.id)).toMatchObject({ status: 409, code: 'illegal_transition' })
    const body = { mapping: {}, date_order: 'day' as const }
    expect(await kit.ask(cast.creator, mapImport, { params: inProject(data.id), body })).toMatchObject({
      status: 409,
    })
  })

  it('creates each post once when two workers run it, and when it runs again', {
    timeout: 60_000,
  }, async () => {
    const many = `Message,Networks\n${Array.from({ length: 20 }, (_, n) => `Post ${n},facebook\n`).join('')}`
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, many)
    await start(data.id)
    await Promise.all([runImport(kit.services, data.id), runImport(kit.services, data.id)])
    await runImport(kit.services, data.id)
    expect(await posts()).toHaveLength(20)
    expect((await read(data.id)).rows.every(({ outcome }) => outcome === 'created')).toBe(true)
  })

  it('goes on with the rows that are left after a crash', async () => {
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
    await start(data.id)
    const rows = kit.db.updateTable('import_rows').where('import_id', '=', data.id)
    await rows.set({ outcome: 'created' }).where('line', '=', 2).execute()
    await runImport(kit.services, data.id)
    expect(await posts()).toHaveLength(1)
    expect(await read(data.id)).toMatchObject({ status: 'done', done: 2 })
  })

  it('refuses a row that has become impossible, and does the others', async () => {
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
    await start(data.id)
    const accounts = kit.db.updateTable('social_accounts').set({ removed_at: new Date() })
    await accounts
      .where('project_id', '=', cast.project.projectId)
      .where('social_network', '=', 'linkedin')
      .execute()
    await runImport(kit.services, data.id)
    const { rows } = await read(data.id)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['refused', 'created'])
    expect(rows[0]?.reason).not.toBeNull()
  })

  it.each<[string, () => Promise<unknown>]>([
    [
      'is removed from the project',
      () => kit.db.deleteFrom('project_members').where('user_id', '=', cast.creator.userId).execute(),
    ],
    [
      'may only approve there',
      () =>
        kit.db
          .updateTable('project_members')
          .set({ role: 'internal-approver' })
          .where('user_id', '=', cast.creator.userId)
          .execute(),
    ],
    [
      'is blocked',
      () =>
        kit.db.updateTable('users').set({ is_blocked: true }).where('id', '=', cast.creator.userId).execute(),
    ],
  ])('stops creating when its person %s', async (_what, happens) => {
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
    await start(data.id)
    await happens()
    await runImport(kit.services, data.id)
    expect(await posts()).toEqual([])
  })

  it('leaves nothing in the storage of a picture that did not fit', async () => {
    const image = { width: 800, height: 800, channels: 3 as const, background: '#123456' }
    const picture = await sharp({ create: image }).png().toBuffer()
    const site = createServer((_, response) => {
      response.setHeader('content-type', 'image/png').end(picture)
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    const { port } = site.address() as AddressInfo
    const config = { ...kit.services.config, sandbox: true, sandboxUrl: `http://127.0.0.1:${port}` }
    const row = `Message,Networks,Pictures\nHello,facebook,http://127.0.0.1:${port}/pages/a.png\n`
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, row)
    await start(data.id)
    const before = kit.storage.files.size
    let puts = 0
    const storage = {
      ...kit.storage,
      put: (...file: Parameters<typeof kit.storage.put>) =>
        ++puts % 2 === 0 ? Promise.reject(new Error('the disk is full')) : kit.storage.put(...file),
    }
    expect(await runImport({ ...kit.services, config, storage }, data.id)).toBe('retry')
    expect(puts).toBe(2)
    expect(kit.storage.files.size).toBe(before)
    expect(await runImport({ ...kit.services, config }, data.id)).toBe('done')
    expect((await read(data.id)).rows.map(({ outcome }) => outcome)).toEqual(['created'])
    expect(kit.storage.files.size).toBeGreaterThan(before)
    site.close()
  })

  it('refuses a picture on a private machine without saying what is there', async () => {
    const done = await importTable('Message,Networks,Pictures\nHello,facebook,http://127.0.0.1:1/a.png\n')
    expect(done.rows[0]).toMatchObject({ outcome: 'refused', post_id: null })
    expect(done.rows[0]?.reason).toContain('could not be fetched')
    expect(await posts()).toEqual([])
  })

  it('ends when a row fails every time, and does the others', async () => {
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
    await start(data.id)
    await sql`alter table post_socials add constraint no_one check (message <> 'One') not valid`.execute(
      kit.db,
    )
    try {
      const outcomes: string[] = []
      for (let run = 0; run < 4; run++) outcomes.push(await runImport(kit.services, data.id))
      expect(outcomes).toEqual(['retry', 'retry', 'retry', 'done'])
    } finally {
      await sql`alter table post_socials drop constraint no_one`.execute(kit.db)
    }
    const done = await read(data.id)
    expect(done).toMatchObject({ status: 'done', done: 2 })
    expect(done.rows.map(({ outcome }) => outcome)).toEqual(['refused', 'created'])
    expect(done.rows[0]?.reason).toContain('could not be imported')
    expect(await posts()).toHaveLength(1)
  })

  it('that takes long lets those of others come first, and goes on after them', async () => {
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
    await start(data.id)
    const before = await kit.enqueued(runImportQueue)
    let minutes = 0
    const clock = { ...kit.services.clock, now: () => new Date(testNow.getTime() + 31_000 * minutes++) }
    expect(await runImport({ ...kit.services, clock }, data.id)).toBe('done')
    expect(await read(data.id)).toMatchObject({ status: 'running', done: 1 })
    const after = await kit.enqueued(runImportQueue)
    expect(after.slice(before.length)).toMatchObject([{ importId: data.id }])
    expect(await runImport(kit.services, data.id)).toBe('done')
    expect(await read(data.id)).toMatchObject({ status: 'done', done: 2 })
  })

  it('does not wait for a row that a hanging worker has locked, and ends only with it', async () => {
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
    await start(data.id)
    await kit.db.transaction().execute(async tx => {
      const first = tx.selectFrom('import_rows').select('line').where('import_id', '=', data.id)
      await first.where('line', '=', 2).forUpdate().execute()
      expect(await runImport(kit.services, data.id)).toBe('retry')
    })
    expect(await posts()).toHaveLength(1)
    expect(await read(data.id)).toMatchObject({ status: 'running', done: 1 })
    expect(await runImport(kit.services, data.id)).toBe('done')
    expect(await posts()).toHaveLength(2)
  })

  it('gives up a row that has killed its worker four times', async () => {
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, table)
    await start(data.id)
    const rows = kit.db.updateTable('import_rows').where('import_id', '=', data.id)
    await rows.set({ attempts: 4 }).where('line', '=', 2).execute()
    expect(await runImport(kit.services, data.id)).toBe('done')
    expect((await read(data.id)).rows.map(({ outcome }) => outcome)).toEqual(['refused', 'created'])
  })

  it('is remembered for the columns of the next one', async () => {
    const odd = 'Wording,Where\nHello,facebook\n'
    const { data } = await uploadTable(kit, cast.creator, cast.project.projectId, odd)
    const body = { mapping: { message: 0, networks: 1 }, date_order: 'day' as const }
    await kit.ask(cast.creator, mapImport, { params: inProject(data.id), body })
    await start(data.id)
    const next = await uploadTable(
      kit,
      cast.creator,
      cast.project.projectId,
      'Where,Wording\nfacebook,Hello\n',
    )
    expect(next.data.mapping).toEqual({ message: 1, networks: 0 })
  })
})

describe('A repeated row', () => {
  it('is left alone when it is unchanged, and changes the draft when it is not', async () => {
    await importTable(table)
    const again = await importTable(table.replace('Two,,,', 'Two!,,2026-07-01,9:00'))
    expect(again.rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'updated'])
    expect(await posts()).toHaveLength(2)
    const { data } = await kit.ask(cast.creator, getPost, { params: { postId: again.rows[1]?.post_id ?? 0 } })
    expect(data).toMatchObject({ message: 'Two!', latest_schedule: { date: '2026-07-01', time: '09:00' } })
    const third = await importTable(table.replace('Two,,,', 'Two!,,,'))
    expect(third.rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'updated'])
    const unscheduled = await kit.ask(cast.creator, getPost, {
      params: { postId: third.rows[1]?.post_id ?? 0 },
    })
    expect(unscheduled.data.latest_schedule).toBeNull()
  })

  it('is refused when its post is no longer a draft, or has other networks', async () => {
    const first = await importTable(table)
    const socials = kit.db.updateTable('post_socials').set({ status: 'approved' })
    await socials.where('post_id', '=', first.rows[0]?.post_id ?? 0).execute()
    const again = await importTable(table.replace('One', 'Changed').replace('b,facebook', 'b,linkedin'))
    expect(again.rows.map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
    expect(again.rows[0]?.reason).toContain('no longer a draft')
  })

  it('makes a new draft when its post was deleted', async () => {
    const first = await importTable(table)
    await undo(first.id)
    const again = await importTable(table)
    expect(again.rows.map(({ outcome }) => outcome)).toEqual(['created', 'created'])
  })

  it('makes one post when two imports of the same table run at the same time', async () => {
    const [one, two] = [
      await uploadTable(kit, cast.creator, cast.project.projectId, table),
      await uploadTable(kit, cast.creator, cast.project.projectId, table),
    ]
    for (const { data } of [one, two]) await start(data.id)
    await Promise.all([runImport(kit.services, one.data.id), runImport(kit.services, two.data.id)])
    expect(await posts()).toHaveLength(2)
    const outcomes = (await Promise.all([read(one.data.id), read(two.data.id)])).flatMap(({ rows }) =>
      rows.map(({ outcome }) => outcome),
    )
    expect(outcomes.toSorted()).toEqual(['created', 'created', 'unchanged', 'unchanged'])
  })

  it('finds the post of its own project, whatever another one has imported since', async () => {
    await importTable(table)
    const first = cast
    cast = await buildCast(kit.db)
    const other = await importTable(table)
    expect(other.rows.map(({ outcome }) => outcome)).toEqual(['created', 'created'])
    cast = first
    const again = await importTable(table)
    expect(again.rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
  })
})
