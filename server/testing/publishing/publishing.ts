import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type MediaFile, type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { openStatuses } from '#domain/publishing/status.ts'
import { type PublishTimings, publishTimings } from '#domain/publishing/timings.ts'
import { openPublication, readAccountIds } from '#server/features/publishing/engine/open-publication.ts'
import { after, makePublisher, type Publisher } from '#server/features/publishing/engine/publisher.ts'
import { sweep } from '#server/features/publishing/engine/worker.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import { createPicture, startTestSandbox, type TestSandbox } from '#server/networks/testing.ts'
import type { Db } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { registerMediaFiles } from '#server/platform/http/media-files.ts'
import type { Route } from '#server/platform/http/route.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import { waitingTimes } from '#server/waiting-times.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { buildProject, nextNumber, type TestProject } from '../people.ts'
import { buildPost } from '../posts.ts'

/** The product's intervals, hundreds of times shorter where a test has to wait for them. */
export const quickTimings: PublishTimings = {
  ...publishTimings,
  leaseMs: 10_000,
  firstLookUpMs: 50,
  lookUpEveryMs: 50,
  absentAfterMs: 150,
  // Longer than any machine needs: `endLookUps` ends it after so many turns instead.
  giveUpAfterMs: 600_000,
  backoffMs: [50],
}

/** The account of each network that a project publishes to. */
export type TestAccounts = TestSandbox['accounts']

/** For a network that works on a film as long as the machine needs: nothing is given up. */
export const patientTimings: PublishTimings = { ...quickTimings, giveUpAfterMs: 86_400_000 }

/** The application with the publishing calls, listening so that networks can fetch its media, and a sandbox. */
export type PublishingStage = TestApp & {
  readonly sandbox: TestSandbox
  publisher(own?: Parameters<typeof makePublisher>[1]): Publisher
  /** A project whose accounts are the sandbox's demo accounts. */
  connectedProject(settings?: Record<string, string>, accounts?: TestAccounts): Promise<TestProject>
  /** An uploaded photo with its bytes. */
  photo(project: TestProject): Promise<number>
  /** Sweeps until nothing is in progress any more. */
  drive(publisher: Publisher): Promise<void>
}

/** `routes`: by default the publishing calls. `rules`: who may read files besides the networks, which have signed URLs; by default nobody. */
export const startPublishingStage = async (
  routes: readonly Route[] = publishingRoutes,
  rules: Parameters<typeof registerMediaFiles>[2] = [],
): Promise<PublishingStage> => {
  const sandbox = await startTestSandbox()
  const config = {
    sandboxUrl: sandbox.url,
    TOKEN_KEY: randomBytes(32).toString('hex'),
  }
  const app = await startTestApp({ routes, config })
  registerMediaFiles(app.app, app.services, rules)
  // Only known now; nothing has read it before.
  Object.assign(app.services.config, { publicUrl: await app.app.listen({ host: '127.0.0.1', port: 0 }) })
  return {
    ...app,
    sandbox,
    publisher: own => makePublisher(app.services, { timings: quickTimings, waitingTimes, ...own }),
    connectedProject: (settings, accounts = sandbox.accounts) => connectProject(app, accounts, settings),
    photo: project => storePhoto(app, project),
    drive: publisher => drive({ db: app.db, sandbox }, publisher),
    close: async () => {
      await app.close()
      await sandbox.close()
    },
  }
}

const connectProject = async (
  { db, services }: TestApp,
  accounts: TestAccounts,
  settings: Record<string, string> = {},
): Promise<TestProject> => {
  const project = await buildProject(db, { connected: [], settings })
  for (const network of socialNetworks) {
    const { externalId, details, token } = accounts[network]
    await db.transaction().execute(tx =>
      connectAccount(tx, services, {
        projectId: project.projectId,
        social_network: network,
        external_id: externalId,
        name: network,
        account_details: { ...details },
        logo_url: null,
        token: token.token,
        token_secret: token.secret,
      }),
    )
  }
  return project
}

const storePhoto = async (app: TestApp, project: TestProject): Promise<number> => {
  const colour = `#${(nextNumber() * 77).toString(16).padStart(6, '4')}`
  const bytes = await createPicture({ format: 'png', colour })
  return storeMedia(app, project, {
    bytes,
    kind: 'image',
    contentType: 'image/png',
    width: 1200,
    height: 628,
  })
}

export type TestFile = Pick<MediaFile, 'kind' | 'contentType' | 'width' | 'height'> & {
  readonly bytes: Buffer
  readonly seconds?: number
}

/** An uploaded file with its bytes. */
export const storeMedia = async (
  { db, storage }: Pick<TestApp, 'db' | 'storage'>,
  { projectId }: TestProject,
  { bytes, kind, contentType, width, height, seconds = 0 }: TestFile,
): Promise<number> => {
  const key = randomBytes(16).toString('hex')
  await storage.put(sizeKey(key, 'original'), { bytes }, contentType)
  const { id } = await db
    .insertInto('medias')
    .values({
      project_id: projectId,
      storage_key: key,
      object_type: kind,
      content_type: contentType,
      original_name: kind,
      file_size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      width,
      height,
      duration_seconds: kind === 'image' ? null : seconds,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const drive = async (stage: Pick<PublishingStage, 'db' | 'sandbox'>, publisher: Publisher): Promise<void> => {
  for (let turn = 0; turn < 400; turn++) {
    await sweep(publisher)
    const open = await stage.db
      .selectFrom('publications')
      .select('id')
      .where('status', 'in', openStatuses)
      .execute()
    if (open.length === 0) return
    for (const { id } of open) {
      await endWait(stage, id)
      await endLookUps(stage, id, turn)
    }
    // By the networks' clock, which is ahead of ours.
    await stage.db.updateTable('network_limits').set({ not_before: new Date() }).execute()
    await sleep(25)
  }
  throw new Error('publications that never end')
}

/** Longer than any of the quick timings, and shorter than what a network asks for. */
const MOMENT_MS = 100

/**
 * Ends a wait that a network has asked for (media being processed, a limit until midnight) by moving the networks' clock forward
 * instead of ours.
 */
export const endWait = async (
  { db, sandbox }: Pick<PublishingStage, 'db' | 'sandbox'>,
  publicationId: number,
): Promise<void> => {
  const now = new Date()
  const { numUpdatedRows } = await db
    .updateTable('publications')
    .set({ run_at: now })
    .where('id', '=', publicationId)
    .where('status', 'in', ['queued', 'unknown'])
    .where('run_at', '>', after(now, MOMENT_MS))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) sandbox.passTime(1_000)
}

/** Turns after which a publication that is still uncertain has been looked up for long enough. */
const LOOK_UP_TURNS = 30

/** After some turns, and again after as many: lets the time for look-ups be over, which would depend on the machine's speed otherwise. */
export const endLookUps = async (
  { db }: Pick<PublishingStage, 'db'>,
  publicationId: number,
  turn: number,
): Promise<void> => {
  if (turn % LOOK_UP_TURNS !== LOOK_UP_TURNS - 1) return
  await db
    .updateTable('publications')
    .set({ sending_at: sql`sending_at - ${quickTimings.giveUpAfterMs} * interval '1 millisecond'` })
    .where('id', '=', publicationId)
    .where('status', '=', 'unknown')
    .execute()
}

/** The same worker at a time when nothing that it has sent so far is looked up any longer. */
export const afterLookUps = (publisher: Publisher): Publisher => ({
  ...publisher,
  now: async db => after(await publisher.now(db), publisher.timings.giveUpAfterMs),
})

/** Hours pass, and the post is too late to go out. */
export const missWindow = async ({ db }: TestApp, publicationId: number): Promise<void> => {
  const past = new Date(Date.now() - 3 * quickTimings.windowMs)
  await db
    .updateTable('publications')
    .set({ due_at: past, run_at: past })
    .where('id', '=', publicationId)
    .execute()
}

/** The row of a post social, and of its latest publication. */
export const readOutcome = async ({ db }: TestApp, postSocialId: number) => ({
  social: await db
    .selectFrom('post_socials')
    .selectAll()
    .where('id', '=', postSocialId)
    .executeTakeFirstOrThrow(),
  publications: await readPublications(db, postSocialId),
})

/** The publications of a post social in order, each with its follow-up, or null. */
export const readPublications = async (db: Db, postSocialId: number) => {
  const publications = await db
    .selectFrom('publications')
    .selectAll()
    .where('post_social_id', '=', postSocialId)
    .orderBy('id')
    .execute()
  const followUps = await db.selectFrom('publication_follow_ups').selectAll().execute()
  return publications.map(publication => ({
    ...publication,
    followUp: followUps.find(row => row.publication_id === publication.id) ?? null,
  }))
}

/** The posts on the network with this text. */
export const onNetwork = async (
  { sandbox }: PublishingStage,
  network: SocialNetwork,
  text: string,
): Promise<Awaited<ReturnType<TestSandbox['posts']>>> =>
  (await sandbox.posts(network)).filter(post => post.text === text)

/** An approved post with a photo on one network, due since `dueAgoMs` and being published, in a project of its own. */
export const openOne = async (
  stage: PublishingStage,
  network: SocialNetwork,
  own: { dueAgoMs?: number; first_comment?: string } = {},
) => {
  const project = await stage.connectedProject()
  const message = `Post ${nextNumber()} (of today) #galley`
  const media = [await stage.photo(project)]
  const comment = own.first_comment ? { first_comment: own.first_comment } : {}
  const socials = [{ network, message, media, ...comment }]
  const { socialIds, postId } = await buildPost(stage.db, project, { status: 'approved', socials })
  const [socialId = 0] = socialIds
  const publicationId = await stage.db.transaction().execute(async tx => {
    const social = await tx
      .selectFrom('post_socials')
      .selectAll()
      .where('id', '=', socialId)
      .executeTakeFirstOrThrow()
    const now = await databaseNow(tx)
    const accounts = await readAccountIds(tx, project.projectId)
    await openPublication(tx, {
      social,
      now,
      event: 'publishing_started',
      startedBy: null,
      digest: social.cleared_digest ?? '',
      accountId: accounts.get(network) ?? null,
      dueAt: new Date(now.getTime() - (own.dueAgoMs ?? 0)),
    })
    return (await tx.selectFrom('publications').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow())
      .id
  })
  return { project, socialId, postId, message, network, publicationId }
}
