import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { approveRound } from '#domain/approvals/contract.ts'
import { getApprovalCertificate } from '#domain/certificates/contract.ts'
import type { Certificate } from '#domain/certificates/model.ts'
import { approvalLinkRoutes } from '#server/features/approval-links/routes.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { signerOf } from '#server/platform/session/signer.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { byLink, sendByLink } from '#testing/approvals/approval-links.ts'
import { readPdf } from '#testing/files/pdf.ts'
import { useNewCast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { certificateRoutes } from './routes.ts'
import { DATA_NAME, verifyData, verifyPdf } from './seal.ts'

const app = useTestApp({ routes: [...certificateRoutes, ...approvalRoutes, ...approvalLinkRoutes] })
beforeEach(() => app.clock.set(testNow))
const cast = useNewCast(app)
const { copied, approve } = byLink(
  () => app,
  () => cast,
)

const DAYS = 'from=2026-06-01&to=2026-06-30'

const get = async (person: TestPerson, query = DAYS, projectId = cast.project.projectId) =>
  app.app.inject({
    url: `/api/projects/${projectId}/approval-certificate?${query}`,
    headers: { authorization: `Bearer ${await app.tokenOf(person)}` },
  })

/** The JSON file that a PDF of ours carries. */
const carried = (pdf: Buffer): string => {
  const text = pdf.toString('latin1')
  const [, bytes = ''] = /\/Type \/EmbeddedFile\n[\s\S]*?>>\nstream\n([\s\S]*?)\nendstream/.exec(text) ?? []
  return inflateSync(Buffer.from(bytes, 'latin1')).toString('utf8')
}

const certificateFor = async (person: TestPerson, query?: string) => {
  const response = await get(person, query)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/pdf')
  expect(response.headers['cache-control']).toBe('no-store')
  const file = response.rawPayload
  const data = carried(file)
  const certificate: Certificate = JSON.parse(JSON.parse(data).data)
  return {
    file,
    data,
    certificate,
    ...readPdf(file),
    text: readPdf(file).pages.join(' ').replace(/\s+/g, ' '),
  }
}

/** A media whose small picture is stored. */
const buildPicture = async () => {
  const media = await buildMedia(app.db, cast.project)
  const { storage_key } = await app.db
    .selectFrom('medias')
    .select('storage_key')
    .where('id', '=', media)
    .executeTakeFirstOrThrow()
  const create = { width: 320, height: 200, channels: 3 as const, background: '#cc3300' }
  await app.storage.put(
    `${storage_key}/small`,
    { bytes: await sharp({ create }).jpeg().toBuffer() },
    'image/jpeg',
  )
  return media
}
const build = async (
  message = 'Hello client',
  status:
    | 'pending_internal_approval'
    | 'pending_external_approval'
    | 'approved'
    | 'draft' = 'pending_internal_approval',
) => {
  const media = await buildPicture()
  return buildPost(app.db, cast.project, {
    status,
    socials: [{ network: 'facebook', message, first_comment: 'First!', media: [media] }],
    schedule: { date: '2026-06-20', time: '12:00' },
  })
}
const approveAs = async (person: TestPerson, socialId = 0) =>
  expect((await app.ask(person, approveRound, { body: { post_social_id: socialId } })).status).toBe(200)

const goLive = async (socialId: number, digest?: string) => {
  const { cleared_digest } = await app.db
    .updateTable('post_socials')
    .set({ status: 'live', external_id: 'fb_1', permalink: 'https://example.com/1', published_at: testNow })
    .where('id', '=', socialId)
    .returning('cleared_digest')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('publications')
    .values({
      post_social_id: socialId,
      project_id: cast.project.projectId,
      social_network: 'facebook',
      status: 'live',
      content_digest: digest ?? cleared_digest ?? '',
      due_at: testNow,
      run_at: testNow,
      closed_at: testNow,
    })
    .execute()
}

describe('An approval certificate', () => {
  it('says what was approved, by whom, when, by which way and in which rounds, and what went out', async () => {
    const { postId, socialIds } = await build()
    const [id = 0] = socialIds
    await approveAs(cast.internal, id)
    app.clock.advance(60_000)
    const { roundId } = await app.db
      .selectFrom('approvals')
      .select('id as roundId')
      .where('post_social_id', '=', id)
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow()
    expect((await approve(await copied(), { postId, socialId: id, roundId })).status).toBe(200)
    await goLive(id)
    const { certificate, text, structure, pictures, links } = await certificateFor(cast.creator)
    expect(certificate).toMatchObject({
      made_for: 'agency',
      period: { from: '2026-06-01', to: '2026-06-30' },
    })
    const [version] = certificate.posts[0]?.versions ?? []
    expect(certificate.posts).toMatchObject([{ post_id: postId, scheduled_at: '2026-06-20T10:00:00.000Z' }])
    const { cleared_digest } = await app.db
      .selectFrom('post_socials')
      .select('cleared_digest')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(version).toMatchObject({
      state: 'approved',
      approved: { digest: cleared_digest, message: 'Hello client', first_comment: 'First!' },
      rounds: [
        { type: 'internal', status: 'approved' },
        { type: 'external', status: 'approved' },
      ],
      published: {
        external_id: 'fb_1',
        permalink: 'https://example.com/1',
        published_at: testNow.toISOString(),
        digest: cleared_digest,
        is_as_approved: true,
      },
    })
    const decided = version?.entries.filter(({ type }) => type === 'approved')
    expect(decided).toMatchObject([
      {
        by: cast.internal.name,
        way: 'signed_in',
        round: 'internal',
        at: testNow.toISOString(),
        digest: cleared_digest,
      },
      {
        by: cast.external.name,
        way: 'by_copied_link',
        link_copied_by: cast.admin.name,
        digest: cleared_digest,
      },
    ])
    for (const part of [
      'Hello client',
      'First comment: First!',
      `SHA-256 ${cleared_digest}`,
      'Facebook: Approved',
      'byte for byte what was approved',
      'as fb_1',
      'Client round 1: approved',
    ])
      expect(text).toContain(part)
    expect(links).toContain('https://example.com/1')
    expect(pictures).toBe(1)
    for (const type of ['Document', 'H1', 'H2', 'H3', 'Table', 'TH', 'TD', 'Figure'])
      expect(structure).toMatch(new RegExp(`/S /${type}\n`))
    expect(structure).toContain('/Marked true')
  })

  it.each([
    ['cannot be read', async () => buildMedia(app.db, cast.project)],
    ['is not made small yet', async () => buildMedia(app.db, cast.project, { has_previews: false })],
    [
      'was deleted',
      async () => {
        const id = await buildPicture()
        await app.db.updateTable('medias').set({ deleted_at: testNow }).where('id', '=', id).execute()
        return id
      },
    ],
  ])('tells of each picture what its own file says, also beside one that %s', async (_, buildMissing) => {
    const medias = [await buildPicture(), await buildMissing(), await buildPicture(), await buildPicture()]
    const attachments = medias.map((media_id, index) => ({
      media_id,
      description: 'media' as const,
      extra_fields: index === 3 ? {} : { alt_text: `What file ${index + 1} shows` },
    }))
    await buildPost(app.db, cast.project, {
      status: 'approved',
      socials: [{ network: 'facebook', message: 'Four', attachments }],
      schedule: { date: '2026-06-20', time: '12:00' },
    })
    const { structure, certificate } = await certificateFor(cast.creator)
    expect(certificate.posts[0]?.versions[0]?.approved?.files).toHaveLength(4)
    expect([...structure.matchAll(/\/Alt \(([^)]*)\)/g)].map(([, alt]) => alt)).toEqual([
      'What file 1 shows',
      'What file 3 shows',
      'Picture 4 of the approved version',
    ])
  })

  it('is sealed, and carries its data, in which the digest of each content can be made again', async () => {
    await build('Grüße aus Łódź 👋', 'approved')
    const { file, data, certificate } = await certificateFor(cast.admin)
    const signer = signerOf(app.services.config)
    expect(verifyPdf(signer, file)).toBe('unchanged')
    expect(verifyData(signer, data)).toBe('unchanged')
    expect(file.includes(DATA_NAME)).toBe(true)
    const approved = certificate.posts[0]?.versions[0]?.approved
    const bytes = new TextEncoder().encode(approved?.canonical)
    const made = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
    expect(made).toBe(approved?.digest)
    expect(approved?.canonical).toContain('👋')
  })

  it('tells when something else was sent than what was approved last', async () => {
    const { socialIds } = await build('Hello', 'approved')
    await goLive(socialIds[0] ?? 0, 'f'.repeat(64))
    const { certificate, text } = await certificateFor(cast.creator)
    expect(certificate.posts[0]?.versions[0]?.published?.is_as_approved).toBe(false)
    expect(text).toContain('not what was approved last')
  })

  it('says that an admin approved for the client, and shows no content that nobody approved', async () => {
    const { socialIds } = await build('For the client', 'pending_external_approval')
    await build('Still open', 'pending_external_approval')
    await approveAs(cast.admin, socialIds[0])
    const { certificate, text } = await certificateFor(cast.admin)
    const [done, open] = certificate.posts.map(({ versions }) => versions[0])
    expect(done?.entries.at(-1)).toMatchObject({ way: 'for_client', by: cast.admin.name })
    expect(open).toMatchObject({ state: 'waiting', approved: null })
    expect(text).toContain('for the client by the agency')
    expect(text).not.toContain('Still open')
  })

  it('is about chosen posts, each once, and those of no other project', async () => {
    const one = await build('One', 'approved')
    await build('Two', 'approved')
    const theirs = await buildPost(app.db, cast.elsewhere, { status: 'approved' })
    const query = `posts=${one.postId},${one.postId},${theirs.postId}`
    const { certificate } = await certificateFor(cast.creator, query)
    expect(certificate.posts.map(({ post_id }) => post_id)).toEqual([one.postId])
    expect(certificate.period).toBeNull()
  })

  it('is refused where there is nothing to certify, or what it is about is not named', async () => {
    await build('Draft', 'draft')
    const code = async (query: string) => (await get(cast.creator, query)).json()
    expect(await code(DAYS)).toMatchObject({ code: 'nothing_to_certify' })
    for (const query of [
      '',
      'from=2026-06-01',
      `${DAYS}&posts=1`,
      'posts=a',
      'from=2026-06-30&to=2026-06-01',
      'from=2026-06-01&to=2026-07-02',
      `posts=${Array(201).fill(1)}`,
    ])
      expect((await get(cast.creator, query)).statusCode).toBe(422)
  })
})

describe('The certificate of a client', () => {
  it('has the rounds and posts that they see, and nothing of those inside the agency', async () => {
    const { socialIds } = await build('Seen by the client')
    await build('Inside the agency')
    await approveAs(cast.internal, socialIds[0])
    await approveAs(cast.external, socialIds[0])
    const { certificate, text, data } = await certificateFor(cast.external)
    expect(certificate.made_for).toBe('client')
    expect(certificate.posts.flatMap(post => post.versions)).toMatchObject([
      {
        state: 'approved',
        approved: { message: 'Seen by the client' },
        rounds: [{ type: 'external', round: 1 }],
      },
    ])
    for (const said of [text, data]) {
      expect(said).not.toContain('Inside the agency')
      expect(said).not.toContain(cast.internal.name)
      expect(said).not.toContain('internal')
    }
  })
})

describe('Who gets a certificate', () => {
  it('is everybody of the project, and nobody else', async () => {
    await build('Hello', 'approved')
    for (const person of [cast.admin, cast.creator, cast.internal, cast.external])
      expect((await get(person)).statusCode).toBe(200)
    const params = { projectId: cast.project.projectId }
    const query = { from: '2026-06-01', to: '2026-06-30' }
    expect((await app.ask(cast.stranger, getApprovalCertificate, { params, query })).status).toBe(404)
    expect((await app.ask(null, getApprovalCertificate, { params, query })).status).toBe(401)
    const path = `/projects/${params.projectId}/approval-certificate?${DAYS}`
    expect((await sendByLink(app, await copied(), ['GET', path])).status).toBe(401)
  })
})
