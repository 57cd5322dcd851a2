import { createHash } from 'node:crypto'
import type { PostImport } from '#domain/imports/contract.ts'
import type { TestAnswer, TestApp, TestPerson } from '../app.ts'
import { uploadFile } from '../imports.ts'
import { type Entry, zip } from './workbooks.ts'

type Fields = Readonly<Record<string, unknown>>

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** A media file as `project.json` has it, and as it is in the zip. */
export const archivedFile = (id: number, content: Buffer, fields: Fields = {}) => {
  const sha256 = sha256Of(content)
  const file = `media/${sha256}.png`
  return {
    media: { id, sha256, file, name: `photo ${id}.png`, content_type: 'image/png', ...fields },
    entry: { name: file, content } satisfies Entry,
  }
}

export const archivedVersion = (fields: Fields = {}) => ({
  network: 'facebook',
  type: 'text',
  status: 'draft',
  message: 'Hello',
  first_comment: '',
  message_editor_state: null,
  extra_fields: {},
  attachments: [],
  ...fields,
})

export const archivedPost = (id: number, fields: Fields = {}) => ({
  id,
  type: 'text',
  created_at: '2026-05-01T08:00:00+00:00',
  schedules: [],
  versions: [archivedVersion({ message: `Post ${id}` })],
  ...fields,
})

/** The text of a `project.json`, with fields that are passed over. */
export const projectText = (fields: Fields = {}): string =>
  JSON.stringify({
    format: 'galley-project',
    version: 1,
    exported_at: '2026-05-20T08:00:00Z',
    people: [],
    project: { id: 77, name: 'Café Lumière', timezone: 'Europe/Berlin', settings: [] },
    labels: [],
    hashtag_pools: [],
    medias: [],
    posts: [archivedPost(1), archivedPost(2)],
    ...fields,
  })

export const archiveZip = (fields: Fields = {}, files: readonly Entry[] = []): Buffer =>
  zip([{ name: 'project.json', content: projectText(fields) }, ...files])

/** Uploads an export of a project. */
export const uploadArchive = (
  kit: TestApp,
  person: TestPerson | null,
  projectId: number,
  content: Buffer,
): Promise<TestAnswer<PostImport>> =>
  uploadFile(kit, person, `/projects/${projectId}/imports/archive`, {
    field: 'archive',
    name: 'cafe.zip',
    content,
  })
