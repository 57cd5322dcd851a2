import { beforeEach, expect } from 'vitest'
import type { Input } from '#domain/kernel/endpoint.ts'
import { createProof, openProof, openProofPdf } from '#domain/proofs/contract.ts'
import type { SharedProof } from '#domain/proofs/model.ts'
import { proofRoutes } from '#server/features/proofs/routes.ts'
import { type TestPerson, testNow, useTestApp } from '../app.ts'
import { newProof } from '../approvals/proofs.ts'
import { readPdf } from '../files/pdf.ts'
import { useNewCast } from '../people.ts'
import { buildPost, type TestSocial } from '../posts.ts'

/** Opens a test of proofs: the people of a project, posts of it, and what is made and read by a link. */
export const useProofs = () => {
  const app = useTestApp({ routes: proofRoutes })
  beforeEach(() => app.clock.set(testNow))
  const cast = useNewCast(app)
  const inProject = () => ({ params: { projectId: cast.project.projectId } })
  /** A post that is with the client. */
  const build = (social: Partial<TestSocial> = {}, date = '2026-06-20') =>
    buildPost(app.db, cast.project, {
      socials: [
        { network: 'facebook', status: 'pending_external_approval', message: 'Fresh bread', ...social },
      ],
      schedule: { date, time: '12:00' },
    })
  const create = (person: TestPerson | null, set: Parameters<typeof newProof>[0] = {}) =>
    app.ask(person, createProof, { ...inProject(), body: newProof(set) })
  const make = async (set: Parameters<typeof newProof>[0] = {}) => {
    const { data } = await create(cast.creator, set)
    return { id: data.id, token: new URL(data.url).hash.slice(1), url: data.url }
  }
  const open = (token: string, key: { pin?: string; pass?: string } = {}) =>
    app.ask(null, openProof, { body: { token, ...key } })
  /** The PDF for who has the link, as far as it can be read. */
  const print = async (token: string, more: Partial<Input<typeof openProofPdf>['body']> = {}) => {
    const payload = { token, ...more }
    const response = await app.app.inject({ method: 'POST', url: '/api/proof-link/pdf', payload })
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
    return readPdf(response.rawPayload)
  }
  const refusal = (token: string, more: Partial<Input<typeof openProofPdf>['body']> = {}) =>
    app.ask(null, openProofPdf, { body: { token, paper: 'a4', ...more } })
  const shown = async (token: string): Promise<SharedProof> => {
    const { data } = await open(token)
    if (!data.proof) throw new Error('the proof is locked')
    return data.proof
  }
  const comment = (postSocialId: number, message: string, is_for_client: boolean, author = cast.creator) =>
    app.db
      .insertInto('notes')
      .values({
        post_social_id: postSocialId,
        project_id: cast.project.projectId,
        message,
        is_for_client,
        created_by: author.userId,
        created_at: testNow,
        updated_at: testNow,
        is_by_client: author === cast.external,
      })
      .execute()
  return { app, cast, inProject, build, create, make, open, print, refusal, shown, comment }
}

/** The texts that it shows, in order. */
export const messagesOf = ({ posts }: SharedProof): string[] =>
  posts.flatMap(({ versions }) => versions.map(({ message }) => message))
