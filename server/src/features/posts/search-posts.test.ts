import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { searchPosts } from '#domain/posts/contract.ts'
import { POST_SEARCH_MAX } from '#domain/posts/search-excerpt.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildPerson, buildProject, type TestProject, useCast } from '#testing/people.ts'
import { buildCampaign, buildPost } from '#testing/posts.ts'
import { postRoutes } from './routes.ts'

const kit = useTestApp({ routes: postRoutes })
const cast = useCast(kit)

const search = async (person: TestPerson, q: string, first?: number) => {
  const answer = await kit.ask(person, searchPosts, { query: first === undefined ? { q } : { q, first } })
  expect(answer.status).toBe(200)
  return answer.data.posts
}
const idsFor = async (person: TestPerson, q: string, first?: number) =>
  (await search(person, q, first)).map(({ id }) => id)

const write = (message: string, project: TestProject = cast.project) =>
  buildPost(kit.db, project, { socials: [{ network: 'facebook', status: 'draft', message }] })

describe('Searching posts', () => {
  it('finds a post by a sentence, some words in any order, and an unfinished last word', async () => {
    const { postId } = await write(
      'Our new Ethiopian roast is here.\nCome by on Saturday, and bring a friend!',
    )
    await write('Our new Kenyan roast comes on Sunday')
    for (const q of [
      'Come by on Saturday, and bring a friend!',
      'saturday ethiopian',
      'ethiopian satu',
      '"roast is here"',
    ])
      expect(await idsFor(cast.creator, q), q).toEqual([postId])
    for (const q of ['"here is roast"', 'satu ethiopian', 'ethiopian sunday', 'thiopian'])
      expect(await idsFor(cast.creator, q), q).toEqual([])
  })

  it('finds one’s own posts that were never saved, and nobody else’s', async () => {
    const { postId } = await buildPost(kit.db, cast.project, {
      createdBy: cast.creator.userId,
      socials: [{ network: 'facebook', status: 'temporary_draft', message: 'Cardamom buns on Monday' }],
    })
    expect(await search(cast.creator, 'cardamom')).toMatchObject([
      { id: postId, status: 'temporary_draft', versions: [{ social_network: 'facebook' }] },
    ])
    expect(await idsFor(cast.creator, `#${postId}`)).toEqual([postId])
    for (const other of [cast.admin, cast.external])
      for (const q of ['cardamom', `#${postId}`]) expect(await idsFor(other, q), q).toEqual([])
  })

  it('shows the match in its words with networks, status, time and project', async () => {
    const { postId } = await buildPost(kit.db, cast.project, {
      status: 'scheduled',
      socials: [
        { network: 'facebook', message: 'Plain' },
        { network: 'linkedin', message: 'The Lighthouse at dawn' },
      ],
      schedule: { date: '2026-06-20', time: '12:00' },
    })
    expect(await search(cast.creator, 'lighthouse')).toMatchObject([
      {
        id: postId,
        project_id: cast.project.projectId,
        role: 'content-creator',
        status: 'scheduled',
        versions: [{ social_network: 'facebook' }, { social_network: 'linkedin' }],
        schedule: { datetime: '2026-06-20T10:00:00.000Z', timezone: 'Europe/Berlin' },
        excerpt: [
          { text: 'The ', is_match: false },
          { text: 'Lighthouse', is_match: true },
          { text: ' at dawn', is_match: false },
        ],
      },
    ])
  })

  it('finds first comments, hashtags, links, cards, addresses on the network, labels, campaigns and numbers', async () => {
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      socials: [
        {
          network: 'facebook',
          status: 'draft',
          message: 'See #MidsummerNight',
          first_comment: 'Parkplatz hinten',
          attachments: [
            {
              media_id: null,
              description: 'link',
              extra_fields: { link: 'https://shop.example/mugs?x=1', name: 'Enamelware' },
            },
          ],
        },
      ],
      schedule: { date: '2026-06-24', time: '12:00' },
    })
    await kit.db
      .insertInto('day_labels')
      .values({
        project_id: cast.project.projectId,
        text: 'Jahrmarkt',
        color: '#aabbcc',
        start_at: '2026-06-23',
        end_at: '2026-06-24',
      })
      .execute()
    const campaign_id = await buildCampaign(kit.db, cast.project, { name: 'Mittsommer-Aktion' })
    await kit.db.updateTable('posts').set({ campaign_id }).where('id', '=', postId).execute()
    await kit.db
      .updateTable('post_socials')
      .set({ permalink: 'https://fb.example/p/abc9' })
      .where('id', '=', socialIds[0] ?? 0)
      .execute()
    for (const q of [
      '#midsummernight',
      'parkplatz',
      'https://shop.example/mugs?x=1',
      'enamelware',
      'fb.example/p/abc9',
      'jahrmarkt',
      'aktion',
      `#${postId}`,
      String(postId),
    ])
      expect(await idsFor(cast.creator, q), q).toContain(postId)
    // The last day of the label, and the first minute after it.
    const schedule = { date: '2026-06-25', time: '00:00' }
    const after = await buildPost(kit.db, cast.project, { schedule })
    expect(await idsFor(cast.creator, 'jahrmarkt')).not.toContain(after.postId)
    await kit.db
      .updateTable('attachments')
      .set({ extra_fields: '{"link":"https://other.example"}' })
      .where('post_social_id', '=', socialIds[0] ?? 0)
      .execute()
    expect(await idsFor(cast.creator, 'enamelware')).toEqual([])
    expect(await idsFor(cast.creator, 'other.example')).toEqual([postId])
    await kit.db
      .deleteFrom('attachments')
      .where('post_social_id', '=', socialIds[0] ?? 0)
      .execute()
    expect(await idsFor(cast.creator, 'other.example')).toEqual([])
  })

  it.each([
    ['東京タワーに行きました', ['東京', 'タワー', '京', '行きました', '東京タワーに行きました']],
    ['สวัสดีครับทุกคน', ['สวัสดี', 'ครับ', 'ทุกคน', 'ส']],
    ['커피를 좋아해요', ['커피', '좋아', '커피를 좋아해요']],
    ['مُحَمَّد في القاهرة', ['محمد', 'القاهرة', 'القاه']],
    ['НОВОГОДНЯЯ ЁЛКА', ['новогодняя', 'елка', 'ёлка']],
    ['ΟΔΟΣ ΕΡΜΟΥ', ['οδος', 'ερμού']],
    ['Crème brûlée à la carte', ['creme brulee', 'BRÛLÉE', 'à']],
    ['İSTANBUL’da kahve', ['istanbul', 'İstanbul', 'ISTANBUL']],
    ['Die Große Straße', ['GROSSE', 'strasse', 'STRAẞE']],
    ['ＦＵＬＬＷＩＤＴＨ ｶﾞｲﾄﾞ', ['fullwidth', 'ガイド']],
    ['Launch 🚀🎉 today', ['🚀', '🎉', '🚀🎉']],
    ['𝗕𝗼𝗹𝗱 claims', ['bold', '𝗕𝗼𝗹𝗱']],
    ['Q x7 zz', ['q', 'x7', 'zz']],
  ])('finds %s by its words', async (message, words) => {
    const { postId } = await write(message)
    for (const q of words) expect(await idsFor(cast.creator, q), q).toContain(postId)
  })

  it('does not find text in another order of characters in a script without spaces', async () => {
    await write('京都東京')
    expect(await idsFor(cast.creator, '都東京京')).toEqual([])
  })

  it('takes signs and operators of the database as the signs they are', async () => {
    const { postId } = await write(`Save 50%_off \\ 'now' & | ! <-> ok:* "sure"`)
    for (const q of [
      '50%_off',
      "'now'",
      'ok:*',
      "now' & sure",
      '\\ now',
      'save | sure',
      '"sure"',
      "50'::tsquery",
    ])
      expect(await idsFor(cast.creator, q.replace('::tsquery', '')), q).toEqual([postId])
    for (const q of ['%', '_', '\\', "'", '"', '&', ':*', '!!!', '', '   ', "'; drop table posts; --"])
      expect(await idsFor(cast.creator, q), q).toEqual([])
  })

  it('says how long a search may be, and refuses what cannot be stored', async () => {
    const long = await kit.send(cast.creator, 'GET', `/search/posts?q=${'a'.repeat(10_000)}`)
    expect(long).toMatchObject({
      status: 422,
      errors: { q: [`Search for at most ${POST_SEARCH_MAX} characters`] },
    })
    expect((await kit.send(cast.creator, 'GET', '/search/posts?q=%00')).status).toBe(422)
    expect(await idsFor(cast.creator, 'unwritten '.repeat(49))).toEqual([])
  })

  it('finds whatever word of a saved message is typed', async () => {
    const letter = fc.constantFrom(...'abcxyzßäéİıçñøžабвёяΩςσאבגعربيกขคง東京タワ韓국👍🚀0189'.split(/(?:)/u))
    const word = fc.array(letter, { minLength: 1, maxLength: 8 }).map(letters => letters.join(''))
    const message = fc.array(word, { minLength: 1, maxLength: 6 })
    const separator = fc.constantFrom(' ', '\n', ', ', ' - ', '/', ' #', '。')
    await fc.assert(
      fc.asyncProperty(message, separator, async (words, between) => {
        const { postId } = await write(words.join(between))
        for (const q of [...words, words.join(between)])
          expect(await idsFor(cast.creator, q, cast.project.projectId), JSON.stringify([q, words])).toContain(
            postId,
          )
        await kit.db.updateTable('posts').set({ deleted_at: new Date() }).where('id', '=', postId).execute()
      }),
      { numRuns: 40 },
    )
  })
})

describe('Who finds a post', () => {
  it('is everyone in its project, and nobody of another agency or signed out', async () => {
    const { postId } = await buildPost(kit.db, cast.project, {
      status: 'pending_external_approval',
      socials: [{ network: 'facebook', message: 'Marmalade' }],
    })
    for (const role of ['admin', 'creator', 'internal', 'external'] as const)
      expect(await idsFor(cast[role], 'marmalade'), role).toEqual([postId])
    expect(await idsFor(cast.stranger, 'marmalade', cast.project.projectId)).toEqual([])
    expect(await idsFor(cast.stranger, String(postId))).toEqual([])
    expect((await kit.ask(null, searchPosts, { query: { q: 'marmalade' } })).status).toBe(401)
  })

  it('is a client only for the versions that were sent to them, by words, label and number', async () => {
    const { postId } = await buildPost(kit.db, cast.project, {
      socials: [
        { network: 'facebook', status: 'pending_external_approval', message: 'Shown walnut' },
        { network: 'linkedin', status: 'pending_internal_approval', message: 'Hidden pistachio' },
      ],
    })
    const hidden = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook', status: 'requires_revision', message: 'Hidden pistachio too' }],
      schedule: { date: '2026-07-02', time: '12:00' },
    })
    await kit.db
      .insertInto('day_labels')
      .values({
        project_id: cast.project.projectId,
        text: 'Walnut week',
        color: '#aabbcc',
        start_at: '2026-07-01',
        end_at: '2026-07-03',
      })
      .execute()
    expect(await idsFor(cast.internal, 'pistachio')).toEqual([hidden.postId, postId])
    expect(await idsFor(cast.external, 'pistachio')).toEqual([])
    expect(await idsFor(cast.external, String(hidden.postId))).toEqual([])
    const [found, ...more] = await search(cast.external, 'walnut')
    expect(more).toEqual([])
    expect(found).toMatchObject({ id: postId, versions: [{ social_network: 'facebook' }] })
    expect(JSON.stringify(found)).not.toContain('pistachio')
  })

  it('is nobody once the post is deleted or never saved, or the person or project is gone', async () => {
    const project = await buildProject(kit.db, { agencyId: cast.project.agencyId })
    const creator = await buildPerson(kit.db, project, 'content-creator')
    const { postId } = await write('Tangerine', project)
    await buildPost(kit.db, project, {
      socials: [{ network: 'facebook', status: 'temporary_draft', message: 'Tangerine' }],
    })
    expect(await idsFor(creator, 'tangerine')).toEqual([postId])
    const projectGone = (at: Date | null) =>
      kit.db.updateTable('projects').set({ deleted_at: at }).where('id', '=', project.projectId).execute()
    await projectGone(new Date())
    expect(await idsFor(creator, 'tangerine')).toEqual([])
    await projectGone(null)
    const postGone = (at: Date | null) =>
      kit.db.updateTable('posts').set({ deleted_at: at }).where('id', '=', postId).execute()
    await postGone(new Date())
    expect(await idsFor(creator, 'tangerine')).toEqual([])
    expect(await idsFor(creator, `#${postId}`)).toEqual([])
    await postGone(null)
    await kit.db.deleteFrom('project_members').where('user_id', '=', creator.userId).execute()
    expect(await idsFor(creator, 'tangerine')).toEqual([])
  })

  it('sees the project in front first, the others by project, and none crowded out by another', async () => {
    const [one, two] = [
      await buildProject(kit.db, { agencyId: cast.project.agencyId }),
      await buildProject(kit.db, { agencyId: cast.project.agencyId }),
    ]
    const admin = await buildPerson(kit.db, one, 'agency-admin')
    const inOne: number[] = []
    for (let n = 0; n < 12; n++) inOne.push((await write(`Cardamom ${n}`, one)).postId)
    const inTwo = await write('Cardamom two', two)
    expect(await idsFor(admin, 'cardamom', one.projectId)).toEqual([
      ...inOne.reverse().slice(0, 8),
      inTwo.postId,
    ])
    expect(await idsFor(admin, 'cardamom', two.projectId)).toEqual([inTwo.postId, ...inOne.slice(0, 4)])
  })

  it('says which projects have more matches than are shown', async () => {
    const crowded = await buildProject(kit.db)
    const person = await buildPerson(kit.db, crowded, 'content-creator')
    for (let count = 0; count < 8; count++) await write('Quince jelly', crowded)
    const moreIn = async () =>
      (await kit.ask(person, searchPosts, { query: { q: 'quince', first: crowded.projectId } })).data.more_in
    expect(await moreIn()).toEqual([])
    await write('Quince jelly', crowded)
    expect(await idsFor(person, 'quince', crowded.projectId)).toHaveLength(8)
    expect(await moreIn()).toEqual([crowded.projectId])
  })

  it('finds the new words of a post and no longer the old ones as soon as they are written', async () => {
    const { postId, socialIds } = await write('Old quince')
    await kit.db
      .updateTable('post_socials')
      .set({ message: 'New persimmon' })
      .where('id', 'in', socialIds)
      .execute()
    expect(await idsFor(cast.creator, 'quince')).toEqual([])
    expect(await idsFor(cast.creator, 'persimmon')).toEqual([postId])
  })

  it('is unaffected by the longest text that a post may have', async () => {
    const text = Array.from({ length: 63_206 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
    ).join('')
    const { postId } = await write(`Kumquat ${text}`.slice(0, 63_206))
    expect(await idsFor(cast.creator, 'kumquat')).toEqual([postId])
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from search_texts`.execute(kit.db)
    expect(rows[0]?.n).toBeGreaterThan(0)
  })
})
