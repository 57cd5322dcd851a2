import sharp from 'sharp'
import { createNote, deleteNote, listNotes, saveNote } from '#domain/notes/contract.ts'
import type { Note } from '#domain/notes/model.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { noteRoutes } from '#server/features/notes/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { type TestApp, type TestPerson, useTestApp } from '../app.ts'
import { sendForm } from '../files/forms.ts'
import { useCast } from '../people.ts'
import { buildPost } from '../posts.ts'

type NoteText = { message?: string; is_for_client?: boolean; mentions?: number[] }

/** A small PNG with this name. */
export const buildPicture = (name = 'logo.png') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
    .then(bytes => ({ name, type: 'image/png', bytes }))

/** What people do with the notes of the version with this id. */
const noteCalls = (app: TestApp) => {
  const read = async (person: TestPerson, id: number) =>
    (await app.ask(person, listNotes, { params: { id } })).data
  return {
    write: (person: TestPerson, id: number, body: NoteText = { message: 'Larger logo?' }) =>
      app.ask(person, createNote, { params: { id }, body }),
    writeWithPictures: async (person: TestPerson, id: number, count: number, fields = {}) =>
      sendForm<Note>(app, person, {
        path: `/postssocials/${id}/notes`,
        fields,
        files: await Promise.all(
          Array.from({ length: count }, (_, index) => buildPicture(`${index + 1}.png`)),
        ),
      }),
    edit: (person: TestPerson, { post_social_id: id, id: noteId }: Note, body: NoteText) =>
      app.ask(person, saveNote, { params: { id, noteId }, body }),
    remove: (person: TestPerson, { post_social_id: id, id: noteId }: Note) =>
      app.ask(person, deleteNote, { params: { id, noteId } }),
    read,
    texts: async (person: TestPerson, id: number) => (await read(person, id)).map(({ message }) => message),
  }
}

/** Opens a test of notes: the people of one project and of another, versions to write about, and the calls. */
export const useNotes = () => {
  const app = useTestApp({ routes: [...noteRoutes, ...postRoutes] })
  const cast = useCast(app)
  const elsewhere = useCast(app)
  const build = async (status: PostSocialStatus = 'pending_external_approval') => {
    const { postId, socialIds } = await buildPost(app.db, cast.project, {
      type: 'text',
      socials: [{ network: 'facebook', status }],
    })
    return { postId, id: socialIds[0] ?? 0 }
  }
  return { app, cast, elsewhere, build, ...noteCalls(app) }
}
