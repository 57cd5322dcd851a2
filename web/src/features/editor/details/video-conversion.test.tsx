import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { VideoConversion as Conversion } from '#domain/media/model.ts'
import { buildPostSocial, uploaded } from '../../../../testing/build-post.ts'
import { openScreen } from '../../../../testing/fake-project-server.tsx'
import { contentOfDraft, copyInto, draftOf } from '../draft/draft.ts'
import { merged } from '../draft/draft-entries.ts'
import { mediaOf, waitingVideos } from '../draft/draft-media.ts'
import { VideoConversion } from './video-conversion.tsx'

afterEach(() => vi.unstubAllGlobals())

const film = (conversion?: Conversion, width = 1920) => {
  const attachment = uploaded(5, 70, 'wide.mp4')
  const { object_data } = attachment
  return {
    ...attachment,
    object_data: object_data && {
      ...object_data,
      public_url: `/media/${width}/original`,
      content_type: 'video/mp4',
      options: { width, height: (width * 5) / 8, ratio: 1.6, type: 'video' as const, duration: 20 },
    },
    ...(conversion ? { conversion } : {}),
  }
}
const state = (status: Conversion['status'], part: Partial<Conversion> = {}): Conversion => ({
  id: 31,
  status,
  progress: 0,
  failure: null,
  ...part,
})
const social = (conversion?: Conversion, width?: number) =>
  buildPostSocial({
    social_network: 'twitter',
    type: 'single_video',
    attachments: [film(conversion, width)],
  })
const open = (conversion?: Conversion, width?: number) =>
  openScreen(
    () => <VideoConversion network="twitter" type="single_video" video={mediaOf(film(conversion, width))} />,
    { answer: ({ method }) => (method === 'POST' ? { data: state('queued') } : null) },
  )

describe('a video that the network does not take', () => {
  it('shows how far its conversion is, which can be cancelled', async () => {
    const { user, sent } = await open(state('running', { progress: 0.4 }))
    expect(await screen.findByText('Converting for Twitter: 40 %')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Progress of wide.mp4' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel conversion' }))
    await waitFor(() =>
      expect(sent('DELETE').map(({ path }) => path)).toEqual(['/projects/3/media-conversions/31']),
    )
  })

  it('says why its conversion has failed, and is tried again', async () => {
    const { user, sent } = await open(state('failed', { failure: 'The video could not be read.' }))
    expect(await screen.findByText('The video could not be read.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() =>
      expect(sent('POST').map(({ path, body }) => [path, body])).toEqual([
        ['/projects/3/medias/70/conversions', { social_network: 'twitter', post_type: 'single_video' }],
      ]),
    )
  })

  it('offers to convert what nobody has converted, and nothing for a video that fits', async () => {
    await open()
    expect(await screen.findByText('Twitter does not take wide.mp4 as it is')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Convert for Twitter' })).toBeTruthy()
    const fitting = await open(undefined, 1280)
    expect(fitting).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Convert for Twitter' })).toHaveLength(1)
  })

  it('is tried again before it is attached where the save was refused, which is repeated', async () => {
    const onRetry = vi.fn()
    const video = { ...mediaOf(film()), attachmentId: null }
    const { user, sent } = await openScreen(
      () => (
        <>
          <VideoConversion network="twitter" type="single_video" video={video} onRetry={onRetry} />
          <VideoConversion network="twitter" type="single_video" video={video} />
        </>
      ),
      { answer: () => ({ data: state('queued') }) },
    )
    // One alone: without a refusal the next save starts it.
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(onRetry).toHaveBeenCalledTimes(1))
    expect(sent('POST').map(({ path }) => path)).toEqual(['/projects/3/medias/70/conversions'])
  })

  it('says that the original is kept when it is converted', async () => {
    await open(state('done', { progress: 1 }), 1280)
    expect(await screen.findByText(/Converted for Twitter. The original is kept/)).toBeTruthy()
  })
})

describe('a version with a video to convert', () => {
  const waiting = (conversion?: Conversion) => waitingVideos('twitter', draftOf(social(conversion)))

  it('waits while it is queued or running, and not after', () => {
    expect(waiting(state('queued'))).toHaveLength(1)
    expect(waiting(state('running'))).toHaveLength(1)
    for (const status of ['done', 'failed', 'cancelled'] as const)
      expect(waiting(state(status))).toHaveLength(0)
  })

  it('waits for one that the next save will start', () => {
    const draft = draftOf(social())
    const unsaved = draft.media.map(item => ({ ...item, attachmentId: null }))
    expect(waitingVideos('twitter', { ...draft, media: unsaved })).toHaveLength(1)
    expect(waitingVideos('facebook', { ...draft, media: unsaved })).toHaveLength(0)
    expect(waiting()).toHaveLength(0)
  })

  it('takes over the result while somebody is writing, without a conflict', () => {
    const saved = social(state('running'))
    const draft = { ...draftOf(saved), message: 'Still writing' }
    const entry = merged(
      { saved, draft, revision: 0, backup: null, theirs: null },
      social(state('done', { progress: 1 }), 1280),
      { isSaving: false, staying: [] },
    )
    expect([entry.draft.message, entry.theirs]).toEqual(['Still writing', null])
    expect(entry.draft.media[0]).toMatchObject({
      objectId: 70,
      conversion: { status: 'done' },
      data: { public_url: '/media/1280/original' },
    })
  })

  it('is copied to another network without its conversion', () => {
    const source = draftOf(social(state('done', { progress: 1 })))
    const target = draftOf(buildPostSocial({ id: 2, social_network: 'facebook', type: 'single_video' }))
    const copy = copyInto('facebook', target, source)
    expect(copy.media[0]).toMatchObject({ objectId: 70, conversion: undefined })
  })

  it('has one problem while it is converted', () => {
    const content = contentOfDraft('twitter', draftOf(social(state('running'))))
    expect(content.converting).toEqual(['wide.mp4'])
  })
})
