import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getImport, type PostImport, startImport } from '#domain/imports/contract.ts'
import { getPost } from '#domain/posts/contract.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { hashSecret } from '#server/platform/session/links.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { type Entry, zip } from '#testing/files/workbooks.ts'
import { uploadFile, uploadTable } from '#testing/imports.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { purgeImportPictures } from './purge-import-pictures.ts'
import { importRoutes } from './routes.ts'
import { runImport } from './run-import.ts'

let cast: Cast
let picture: Buffer
const kit = useTestApp({ routes: [...importRoutes, ...postRoutes] })
beforeAll(async () => {
  const image = { width: 600, height: 600, channels: 3 as const, background: '#336699' }
  picture = await sharp({ create: image }).png().toBuffer()
})
beforeEach(async () => {
  kit.storage.files.clear()
  cast = await buildCast(kit.db)
})

const tableOf = (...cells: string[]) =>
  `Networks,Message,Pictures\n${cells.map(cell => `facebook,Hello,${cell}\n`).join('')}`
const upload = async (table: string) =>
  (await uploadTable(kit, cast.creator, cast.project.projectId, table)).data

const add = (
  importId: number,
  content: Buffer,
  {
    person = cast.creator,
    projectId = cast.project.projectId,
  }: { person?: TestPerson; projectId?: number } = {},
) =>
  uploadFile<PostImport>(kit, person, `/projects/${projectId}/imports/${importId}/pictures`, {
    field: 'pictures',
    name: 'summer.zip',
    content,
  })

const paramsOf = (importId: number) => ({ projectId: cast.project.projectId, importId })
const start = (importId: number) =>
  kit.ask(cast.creator, startImport, { params: paramsOf(importId), body: { only_good: false } })
const run = async (importId: number) => {
  expect((await start(importId)).status).toBe(200)
  await runImport(kit.services, importId)
  return (await kit.ask(cast.creator, getImport, { params: paramsOf(importId) })).data
}
const zipsKept = () => [...kit.storage.files.keys()].filter(key => key.startsWith('imports/')).length

const problemsOf = ({ rows }: PostImport) => rows.map(({ problems }) => problems)

describe('A zip file of pictures', () => {
  it('is where a row’s pictures come from, by path or name, and is removed when the import has run', async () => {
    const { id, ...checked } = await upload(
      tableOf('Summer day.png', 'winter/a.png; https://example.com/a.png'),
    )
    expect(checked).toMatchObject({ pictures: null, good: 0 })
    expect(problemsOf({ id, ...checked })[0]).toEqual([
      '"Summer day.png" is not the address of a picture. If it is the name of a file, add a zip file that has it.',
    ])
    const { data, status } = await add(
      id,
      zip([
        { name: '__MACOSX/._Summer day.png', content: 'x' },
        { name: 'Summer day.png', content: picture },
        { name: 'Winter/a.png', content: picture },
      ]),
    )
    expect(status).toBe(200)
    expect(data).toMatchObject({ good: 2, pictures: { file_name: 'summer.zip', files: 2 } })
    await kit.db.deleteFrom('import_rows').where('import_id', '=', id).where('line', '=', 3).execute()
    expect(zipsKept()).toBe(1)
    const done = await run(id)
    expect(done).toMatchObject({ status: 'done', rows: [{ outcome: 'created' }], pictures: null })
    expect(zipsKept()).toBe(0)
    const post = await kit.ask(cast.creator, getPost, { params: { postId: done.rows[0]?.post_id ?? 0 } })
    expect(post.data.post_socials[0]).toMatchObject({ type: 'single_photo' })
    expect(post.data.post_socials[0]?.attachments).toHaveLength(1)
  })

  it('goes on after a crash between two rows', async () => {
    const { id } = await upload(tableOf('a.png', 'a.png'))
    await add(id, zip([{ name: 'a.png', content: picture }]))
    await start(id)
    const rows = kit.db.updateTable('import_rows').where('import_id', '=', id)
    await rows.set({ outcome: 'created' }).where('line', '=', 2).execute()
    await runImport(kit.services, id)
    await runImport(kit.services, id)
    const { data } = await kit.ask(cast.creator, getImport, { params: paramsOf(id) })
    expect(data.rows.map(({ outcome }) => outcome)).toEqual(['created', 'created'])
    expect(zipsKept()).toBe(0)
  })

  it('is said to lack a file, to have two of the name, or one that is too large', async () => {
    const { id } = await upload(tableOf('b.png', 'a.png', 'large.png'))
    const { data } = await add(
      id,
      zip([
        { name: 'x/a.png', content: picture },
        { name: 'y/a.png', content: picture },
        { name: 'large.png', content: Buffer.alloc(10_000_001) },
      ]),
    )
    expect(problemsOf(data)).toEqual(
      [
        ['"b.png" is not in the zip file.'],
        ['"a.png" is not in the zip file, or more than once: write it with its folder.'],
        ['"large.png" is over 10 MB.'],
      ].map((one, index) =>
        index === 0 ? ['"b.png" is not in the zip file, or more than once: write it with its folder.'] : one,
      ),
    )
  })

  it('with a file that is no picture refuses its row and creates the others', async () => {
    const { id } = await upload(tableOf('a.png', 'b.png'))
    await add(
      id,
      zip([
        { name: 'a.png', content: 'not a picture' },
        { name: 'b.png', content: picture },
      ]),
    )
    const counted = async () => {
      const subject_hash = hashSecret(`uploaded by ${cast.creator.userId}`)
      const rows = kit.db.selectFrom('attempts').select('times').where('subject_hash', '=', subject_hash)
      return (await rows.executeTakeFirst())?.times ?? 0
    }
    // Nothing of the zip file has come through a network, so that it is given back after the answer.
    await expect.poll(counted).toBe(0)
    expect((await run(id)).rows).toMatchObject([{ outcome: 'refused' }, { outcome: 'created', reason: null }])
    // In kilobytes of the day: the picture that was stored, and not the file that was not.
    expect(await counted()).toBe(Math.ceil(picture.length / 1000))
  })

  it.each<[string, readonly Entry[] | Buffer, string]>([
    ['bytes that are no zip file', randomBytes(200), 'could not be read as a zip file'],
    ['an empty zip file', [], 'no files'],
    ['a password', [{ name: 'a.png', content: 'x'.repeat(13), claims: 1, flags: 1 }], 'password'],
    ['a name that leads out of it', [{ name: '../a.png', content: 'x' }], 'could not be read'],
    ['an absolute name', [{ name: '/etc/a.png', content: 'x' }], 'could not be read'],
    [
      'a size that its content contradicts',
      [{ name: 'a.png', content: 'x', claims: 7 }],
      'could not be read',
    ],
    [
      'more files than anybody needs',
      Array.from({ length: 5001 }, (_, n) => ({ name: `${n}.png`, content: '' })),
      'at most 5000 files',
    ],
  ])('with %s is refused in words, and not kept', async (_name, content, text) => {
    const { id } = await upload(tableOf('a.png'))
    const answer = await add(id, Buffer.isBuffer(content) ? content : zip(content))
    expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
    expect(answer.message).toContain(text)
    expect(zipsKept()).toBe(0)
  })

  it('replaces the one before', async () => {
    const { id } = await upload(tableOf('b.png'))
    await add(id, zip([{ name: 'a.png', content: picture }]))
    const { data } = await add(id, zip([{ name: 'b.png', content: picture }]))
    expect(data).toMatchObject({ good: 1, pictures: { files: 1 } })
    await expect.poll(zipsKept).toBe(1)
    expect((await run(id)).rows).toMatchObject([{ outcome: 'created' }])
  })

  it('is not taken once the import has started', async () => {
    const { id } = await upload('Networks,Message\nfacebook,Hello\n')
    await start(id)
    const answer = await add(id, zip([{ name: 'a.png', content: picture }]))
    expect(answer).toMatchObject({ status: 409, code: 'illegal_transition' })
    expect(zipsKept()).toBe(0)
  })

  it('is for those who write, in their own projects', async () => {
    const { id } = await upload(tableOf('a.png'))
    const content = zip([{ name: 'a.png', content: picture }])
    for (const person of [cast.internal, cast.external])
      expect(await add(id, content, { person })).toMatchObject({ status: 403 })
    const other = await buildCast(kit.db)
    expect(await add(id, content, { person: other.admin })).toMatchObject({ status: 404 })
    const elsewhere = { person: other.admin, projectId: other.project.projectId }
    expect(await add(id, content, elsewhere)).toMatchObject({ status: 404 })
    expect(zipsKept()).toBe(0)
  })

  it('is deleted with its import when nobody starts it for a week', async () => {
    const content = zip([{ name: 'a.png', content: picture }])
    const [old, young] = [await upload(tableOf('a.png')), await upload(tableOf('a.png'))]
    for (const { id } of [old, young]) await add(id, content)
    const at = (days: number) => new Date(Date.now() - days * 86_400_000)
    const imports = kit.db.updateTable('imports')
    await imports
      .set({ created_at: at(8) })
      .where('id', '=', old.id)
      .execute()
    await imports
      .set({ created_at: at(6) })
      .where('id', '=', young.id)
      .execute()
    expect(await purgeImportPictures(kit.services)).toBe('done')
    const read = (id: number) => kit.ask(cast.creator, getImport, { params: paramsOf(id) })
    expect(await read(old.id)).toMatchObject({ status: 404 })
    expect((await read(young.id)).data).toMatchObject({ pictures: { files: 1 } })
    expect(zipsKept()).toBe(1)
    await kit.db.deleteFrom('imports').where('id', '=', young.id).execute()
  })
})
