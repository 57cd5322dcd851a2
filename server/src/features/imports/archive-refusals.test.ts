import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getImport, mapImport } from '#domain/imports/contract.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { useTestApp } from '#testing/app.ts'
import { archiveZip, uploadArchive } from '#testing/files/archives.ts'
import { zip } from '#testing/files/workbooks.ts'
import { uploadFile } from '#testing/imports.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { importRoutes } from './routes.ts'

let cast: Cast
let picture: Buffer
const plain = (background: string) =>
  sharp({ create: { width: 600, height: 600, channels: 3, background } })
    .png()
    .toBuffer()
const kit = useTestApp({ routes: [...importRoutes, ...postRoutes] })
beforeAll(async () => {
  picture = await plain('#336699')
})
beforeEach(async () => {
  kit.storage.files.clear()
  cast = await buildCast(kit.db)
})

const upload = (content: Buffer, person = cast.creator, projectId = cast.project.projectId) =>
  uploadArchive(kit, person, projectId, content)
const paramsOf = (importId: number) => ({ projectId: cast.project.projectId, importId })
const zipsKept = () => [...kit.storage.files.keys()].filter(key => key.startsWith('imports/')).length

describe('An export of a project', () => {
  it('has neither columns nor pictures to choose', async () => {
    const { data } = await upload(archiveZip())
    const body = { mapping: {}, date_order: 'day' as const }
    expect(await kit.ask(cast.creator, mapImport, { params: paramsOf(data.id), body })).toMatchObject({
      status: 409,
      message: 'An export of a project has no columns to choose.',
    })
    const path = `/projects/${cast.project.projectId}/imports/${data.id}/pictures`
    const content = zip([{ name: 'a.png', content: picture }])
    expect(
      await uploadFile(kit, cast.creator, path, { field: 'pictures', name: 'a.zip', content }),
    ).toMatchObject({ status: 409 })
    expect(zipsKept()).toBe(1)
  })

  it('is for those who write, in their own projects', async () => {
    for (const person of [cast.internal, cast.external])
      expect(await upload(archiveZip(), person)).toMatchObject({ status: 403 })
    expect(await upload(archiveZip(), cast.stranger)).toMatchObject({ status: 404 })
    const { data } = await upload(archiveZip())
    const params = { ...paramsOf(data.id), projectId: cast.elsewhere.projectId }
    expect(await kit.ask(cast.stranger, getImport, { params })).toMatchObject({ status: 404 })
    expect(zipsKept()).toBe(1)
  })
})
