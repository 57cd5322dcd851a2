import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from './fixtures.ts'
import { givenPost } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { expectOnce, expectVideo, openFeed } from './pages/feed.ts'
import { addFiles, chooseMore, expectResult } from './pages/manage-post.ts'

const hasFfmpeg = spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0

/** Large enough to take its time, and wider than Twitter takes. */
const writeWideVideo = (file: string) =>
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=1920x1200:rate=30:duration=12'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', file],
  ])

test('a video that is converted while Publish now is pressed goes out when it fits', async ({
  openAs,
  galley,
}, testInfo) => {
  test.skip(!hasFfmpeg, 'there is no ffmpeg on this machine, and it could not be installed')
  const video = testInfo.outputPath('wide.mp4')
  writeWideVideo(video)
  const { path, message } = await givenPost({ networks: ['twitter'], type: 'single_video' })
  const page = await openAs('agency-admin', {}, path)
  await addFiles(page, video)
  await expect(page.getByRole('region', { name: 'Conversion of wide.mp4' })).toBeVisible()
  await chooseMore(page, 'Publish now')
  await expect(page.getByRole('dialog', { name: 'Publishes when the video is converted' })).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('dialog', { name: 'Publish now?' })
    .getByRole('button', { name: 'Publish now' })
    .click({ timeout: 90_000 })
  await expectResult(page, 'Published')
  await openFeed(page, galley, 'twitter')
  await expectVideo(await expectOnce(page, message, { photos: 0 }))
})
