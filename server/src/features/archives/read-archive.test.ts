import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ARCHIVE_FILES_MAX, ARCHIVED_POSTS_MAX, PROJECT_TEXT_BYTES_MAX } from '#domain/archives/limits.ts'
import { importRoutes } from '#server/features/imports/routes.ts'
import { useTestApp } from '#testing/app.ts'
import {
  archivedFile,
  archivedPost,
  archivedVersion,
  archiveZip,
  projectText,
  uploadArchive,
} from '#testing/files/archives.ts'
import { type Entry, zip } from '#testing/files/workbooks.ts'
import { useCast } from '#testing/people.ts'

const kit = useTestApp({ routes: importRoutes })
const cast = useCast(kit)

const upload = (content: Buffer) => uploadArchive(kit, cast.creator, cast.project.projectId, content)

const json = (content: string): readonly Entry[] => [{ name: 'project.json', content }]
const withPost = (fields: Record<string, unknown>) => json(projectText({ posts: [archivedPost(1, fields)] }))
const changed = 'damaged or was changed'

/** What unpacks to a thousand times its size. */
const bomb = (name: string, size: number, claims = size): Entry => ({
  name,
  claims,
  method: 8,
  content: deflateRawSync(Buffer.alloc(Math.min(size, PROJECT_TEXT_BYTES_MAX + 1))),
})

describe('A file that is no export, or a hostile one', () => {
  it.each<[string, () => readonly Entry[] | Buffer, string]>([
    ['bytes that are no zip file', () => randomBytes(200), 'could not be read as a zip file'],
    ['a zip file of pictures', () => [{ name: 'a.png', content: 'x' }], 'not an export'],
    ['an empty zip file', () => [], 'not an export'],
    [
      'two projects',
      () => [
        { name: 'a/project.json', content: projectText() },
        { name: 'b/project.json', content: projectText() },
      ],
      'not an export',
    ],
    ['text that is no JSON', () => json('{"format":'), changed],
    ['JSON of something else', () => json('[1,2,3]'), 'not an export'],
    ['another format', () => json('{"format":"other-project","version":1}'), 'not an export'],
    ['a newer version', () => json(projectText({ version: 2 })), 'made by a newer Galley'],
    ['no posts', () => json(projectText({ posts: [] })), 'no posts'],
    ['a post twice', () => json(projectText({ posts: [archivedPost(1), archivedPost(1)] })), changed],
    [
      'a network that there is not',
      () => withPost({ versions: [archivedVersion({ network: 'x' })] }),
      changed,
    ],
    ['a network twice', () => withPost({ versions: [archivedVersion(), archivedVersion()] }), changed],
    ['half a character', () => json(projectText().replace('Post 1', '\\ud800')), changed],
    ['a zero in a text', () => json(projectText().replace('Post 1', 'a\\u0000b')), changed],
    [
      'a time zone that there is not',
      () =>
        withPost({
          schedules: [{ date: '2026-06-20', time: '10:00', timezone: 'Moon', is_autoposting: true }],
        }),
      changed,
    ],
    [
      'a path that leads elsewhere',
      () =>
        json(
          projectText({
            medias: [archivedFile(1, Buffer.from('x'), { file: 'media/../../etc/passwd' }).media],
          }),
        ),
      changed,
    ],
    [
      'more posts than are imported at once',
      () =>
        json(
          projectText({
            posts: Array.from({ length: ARCHIVED_POSTS_MAX + 1 }, (_, n) => archivedPost(n + 1)),
          }),
        ),
      'at most 5,000 posts',
    ],
    [
      'a password',
      () => [{ name: 'project.json', content: 'x'.repeat(13), claims: 1, flags: 1 }],
      'password',
    ],
    [
      'a name that leads out of it',
      () => [...json(projectText()), { name: '../a.png', content: 'x' }],
      'could not be read',
    ],
    [
      'an absolute name',
      () => [...json(projectText()), { name: '/etc/a.png', content: 'x' }],
      'could not be read',
    ],
    [
      'a link to another file',
      () => [...json(projectText()), { name: 'media/a.png', content: '/etc/passwd', mode: 0o120777 }],
      'a link to another file',
    ],
    ['the same name twice', () => [...json(projectText()), ...json(projectText())], 'could not be read'],
    [
      'a size that its content contradicts',
      () => [bomb('project.json', 1_000_000, 1000)],
      'could not be read',
    ],
    [
      'a text that unpacks to too much',
      () => [bomb('project.json', PROJECT_TEXT_BYTES_MAX + 1)],
      'too much text',
    ],
    [
      'files that unpack to too much',
      () => [...json(projectText()), bomb('media/a.png', 1_500_000_000), bomb('media/b.png', 1_500_000_000)],
      'at most 2 GB',
    ],
    [
      'more files than any project',
      () => Array.from({ length: ARCHIVE_FILES_MAX + 1 }, (_, n) => ({ name: `${n}`, content: '' })),
      'at most 20,000 files',
    ],
  ])('with %s is refused in words, and not kept', async (_name, make, text) => {
    const content = make()
    const answer = await upload(Buffer.isBuffer(content) ? content : zip(content))
    expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
    expect(answer.message).toContain(text)
    expect(kit.storage.files.size).toBe(0)
  })

  it('that would need gigabytes of memory ends its own process and nothing else', {
    timeout: 90_000,
  }, async () => {
    const many = `{"format":"galley-project","version":1,"posts":[${'{},'.repeat(12_000_000)}{}]}`
    expect((await upload(zip(json(many)))).message).toContain('too much time or memory')
    expect((await upload(archiveZip())).status).toBe(200)
  })
})
