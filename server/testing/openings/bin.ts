import { beforeEach, expect } from 'vitest'
import type { BinKind } from '#domain/bin/bin.ts'
import { deleteFromBin, listBin, restoreFromBin } from '#domain/bin/contract.ts'
import { deleteCampaign, listCampaigns } from '#domain/campaigns/contract.ts'
import { deleteHashtagPool, listHashtagPools } from '#domain/hashtags/contract.ts'
import { deleteDayLabel, listDayLabels } from '#domain/labels/contract.ts'
import { deleteMedia, listMediaLibrary } from '#domain/media/contract.ts'
import { deletePosts, getPost } from '#domain/posts/contract.ts'
import { binRoutes } from '#server/features/bin/routes.ts'
import { campaignRoutes } from '#server/features/campaigns/routes.ts'
import { hashtagRoutes } from '#server/features/hashtags/routes.ts'
import { labelRoutes } from '#server/features/labels/routes.ts'
import { mediaRoutes } from '#server/features/media/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { type TestApp, type TestPerson, testNow, useTestApp } from '../app.ts'
import { type Cast, useNewCast } from '../people.ts'
import { buildCampaign, buildMedia, buildPost } from '../posts.ts'

type Kind = {
  readonly build: () => Promise<number>
  readonly remove: (id: number) => Promise<{ status: number }>
  readonly isThere: (id: number) => Promise<boolean>
}

/** Each kind: how one is made, deleted by the content creator, and whether the project has it. */
const binKindsOf = (kit: TestApp, cast: Cast): Record<BinKind, Kind> => {
  const inProject = () => ({ params: { projectId: cast.project.projectId } })
  const insertLabel = async () => {
    const days = { start_at: '2026-06-03', end_at: '2026-06-04' }
    const values = { project_id: cast.project.projectId, text: 'Fair', color: '#ffcc00', ...days }
    return (await kit.db.insertInto('day_labels').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
  const insertPool = async () => {
    const values = { project_id: cast.project.projectId, pool_name: 'Tea', hashtags: '#tea #matcha' }
    return (await kit.db.insertInto('hashtag_pools').values(values).returning('id').executeTakeFirstOrThrow())
      .id
  }
  return {
    post: {
      build: async () => (await buildPost(kit.db, cast.project)).postId,
      remove: id => kit.ask(cast.creator, deletePosts, { body: { post_ids: [id] } }),
      isThere: async id => (await kit.ask(cast.creator, getPost, { params: { postId: id } })).status === 200,
    },
    day_label: {
      build: insertLabel,
      remove: id => kit.ask(cast.creator, deleteDayLabel, { params: { dayLabelId: id } }),
      isThere: async id =>
        (await kit.ask(cast.creator, listDayLabels, inProject())).data.some(label => label.id === id),
    },
    campaign: {
      build: () => buildCampaign(kit.db, cast.project),
      remove: id =>
        kit.ask(cast.creator, deleteCampaign, {
          params: { projectId: cast.project.projectId, campaignId: id },
        }),
      isThere: async id =>
        (await kit.ask(cast.creator, listCampaigns, inProject())).data.some(campaign => campaign.id === id),
    },
    hashtag_pool: {
      build: insertPool,
      remove: id => kit.ask(cast.creator, deleteHashtagPool, { params: { poolId: id } }),
      isThere: async id =>
        (await kit.ask(cast.creator, listHashtagPools, inProject())).data.some(pool => pool.id === id),
    },
    media: {
      build: () => buildMedia(kit.db, cast.project),
      remove: id =>
        kit.ask(cast.creator, deleteMedia, { params: { projectId: cast.project.projectId, mediaId: id } }),
      isThere: async id =>
        (await kit.ask(cast.creator, listMediaLibrary, inProject())).data.medias.some(
          media => media.id === id,
        ),
    },
  }
}

/** Opens a test of the bin: new people and a clock set back before each test, things of each kind, and the three calls. */
export const useBin = () => {
  const routes = [
    ...binRoutes,
    ...postRoutes,
    ...mediaRoutes,
    ...labelRoutes,
    ...campaignRoutes,
    ...hashtagRoutes,
  ]
  const kit = useTestApp({ routes, config: { TOKEN_KEY: 'a1'.repeat(32) } })
  beforeEach(() => kit.clock.set(testNow))
  const cast = useNewCast(kit)
  const kinds = binKindsOf(kit, cast)
  const inProject = () => ({ params: { projectId: cast.project.projectId } })
  const list = (person: TestPerson, kind: BinKind, after?: string) =>
    kit.ask(person, listBin, { ...inProject(), query: { kind, ...(after ? { after } : {}) } })
  return {
    kit,
    cast,
    kinds,
    list,
    itemsOf: async (kind: BinKind) => (await list(cast.creator, kind)).data.items,
    restore: (person: TestPerson, kind: BinKind, ids: number[]) =>
      kit.ask(person, restoreFromBin, { ...inProject(), body: { kind, ids } }),
    purge: (person: TestPerson, kind: BinKind, ids: number[]) =>
      kit.ask(person, deleteFromBin, { ...inProject(), body: { kind, ids } }),
    /** Built and deleted by the content creator. */
    bin: async (kind: BinKind): Promise<number> => {
      const id = await kinds[kind].build()
      expect((await kinds[kind].remove(id)).status).toBe(200)
      return id
    },
  }
}
