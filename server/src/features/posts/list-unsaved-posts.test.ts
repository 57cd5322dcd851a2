import { describe, expect, it } from 'vitest'
import { listUnsavedPosts } from '#domain/posts/contract.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useNewCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { postRoutes } from './routes.ts'

const kit = useTestApp({ routes: postRoutes })
const cast = useNewCast(kit)

const list = (person: TestPerson | null) =>
  kit.ask(person, listUnsavedPosts, { params: { projectId: cast.project.projectId } })
const begin = (message: string, by: TestPerson) =>
  buildPost(kit.db, cast.project, {
    createdBy: by.userId,
    socials: [{ network: 'facebook', status: 'temporary_draft', message }],
  })

describe('Posts that were never saved', () => {
  it('are their author’s: the newest few, and how many there are', async () => {
    const begun: number[] = []
    for (const text of ['one', 'two', 'three', 'four', 'five', 'six'])
      begun.push((await begin(`Thought ${text}`, cast.creator)).postId)
    await begin('', cast.creator)
    const { postId: foreign } = await begin('Somebody else’s', cast.admin)
    await buildPost(kit.db, cast.project, { status: 'draft', createdBy: cast.creator.userId })
    const { status, data } = await list(cast.creator)
    expect(status).toBe(200)
    expect(data.total).toBe(6)
    expect(data.posts.map(({ id }) => id)).toEqual(begun.toReversed().slice(0, 5))
    expect(data.posts[0]).toMatchObject({ message: 'Thought six', status: 'temporary_draft' })
    expect((await list(cast.admin)).data.posts.map(({ id }) => id)).toEqual([foreign])
  })

  it('are refused to approvers and clients, and do not exist for another agency', async () => {
    for (const person of [cast.internal, cast.external]) expect((await list(person)).status).toBe(403)
    expect((await list(cast.stranger)).status).toBe(404)
    expect((await list(null)).status).toBe(401)
  })
})
