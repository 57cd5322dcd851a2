import { describe, expect, it } from 'vitest'
import { countNotes, listNotes } from '#domain/notes/contract.ts'
import { NOTES_PAGE } from '#domain/notes/limits.ts'
import { mayReadNote } from '#domain/notes/note-rules.ts'
import type { TestPerson } from '#testing/app.ts'
import { useNotes } from '#testing/openings/notes.ts'
import { buildPerson } from '#testing/people.ts'

const { app, cast, elsewhere, build, write, read } = useNotes()

describe('The notes of a version', () => {
  const page = async (person: TestPerson, id: number, before?: number) =>
    (await app.ask(person, listNotes, { params: { id }, query: before ? { before } : {} })).data
  const count = async (person: TestPerson, id: number) =>
    (await app.ask(person, countNotes, { params: { id } })).data
  /** Every third one is for the client. */
  const fill = async (id: number, total: number) => {
    const known = { post_social_id: id, project_id: cast.project.projectId, created_by: cast.creator.userId }
    await app.db
      .insertInto('notes')
      .values(
        Array.from({ length: total }, (_, index) => ({
          ...known,
          message: `${index}`,
          is_for_client: index % 3 === 0,
          created_at: app.clock.now(),
          updated_at: app.clock.now(),
        })),
      )
      .execute()
  }

  it('are read by pages, the newest first, those of a page oldest first', async () => {
    const { id } = await build()
    await fill(id, NOTES_PAGE + 7)
    const newest = await page(cast.creator, id)
    expect(newest).toHaveLength(NOTES_PAGE)
    expect([newest[0]?.message, newest.at(-1)?.message]).toEqual(['7', `${NOTES_PAGE + 6}`])
    const earlier = await page(cast.creator, id, newest[0]?.id)
    expect(earlier.map(({ message }) => message)).toEqual(['0', '1', '2', '3', '4', '5', '6'])
    expect(await page(cast.creator, id, earlier[0]?.id)).toEqual([])
  })

  // The same rule in the database and in the domain: in the pages and in the count.
  it.each([
    ['admin', 'agency-admin'],
    ['creator', 'content-creator'],
    ['internal', 'internal-approver'],
    ['external', 'external-approver'],
  ] as const)(
    'are for the %s those that the rule names, in full pages and in the count',
    async (name, role) => {
      const { id } = await build()
      const total = NOTES_PAGE * 3 + 6
      await fill(id, total)
      const readable = Array.from({ length: total }, (_, index) => index).filter(index =>
        mayReadNote({ role }, { is_for_client: index % 3 === 0 }),
      )
      const found: string[] = []
      for (let before: number | undefined, size = NOTES_PAGE; size === NOTES_PAGE; ) {
        const notes = await page(cast[name], id, before)
        found.unshift(...notes.map(({ message }) => message))
        before = notes[0]?.id
        size = notes.length
      }
      expect(found).toEqual(readable.map(String))
      expect(await count(cast[name], id)).toEqual({ count: readable.length })
    },
  )

  it('are not counted for strangers, nor for a client who does not see the version', async () => {
    const { id } = await build('pending_internal_approval')
    for (const person of [cast.external, elsewhere.admin])
      expect((await app.ask(person, countNotes, { params: { id } })).status).toBe(404)
  })
})

it('Somebody of the agency who has become a client is not named for what they wrote before', async () => {
  const { id } = await build()
  const colleague = await buildPerson(app.db, cast.project, 'content-creator')
  await write(colleague, id, { message: 'From the agency', is_for_client: true })
  await app.db
    .updateTable('project_members')
    .set({ role: 'external-approver' })
    .where('user_id', '=', colleague.userId)
    .execute()
  await write(colleague, id, { message: 'From the client' })
  expect(await read(cast.external, id)).toMatchObject([
    { message: 'From the agency', created_by_user: null },
    { message: 'From the client', created_by_user: { id: colleague.userId } },
  ])
})

it('A client who has left is not named to other clients, and their note stays', async () => {
  const { id } = await build()
  const second = await buildPerson(app.db, cast.project, 'external-approver')
  await write(second, id, { message: 'Bye' })
  await app.db.deleteFrom('project_members').where('user_id', '=', second.userId).execute()
  expect(await read(cast.external, id)).toMatchObject([{ message: 'Bye', created_by_user: null }])
  expect(await read(cast.creator, id)).toMatchObject([{ created_by_user: { id: second.userId } }])
})
