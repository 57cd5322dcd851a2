import { expect, it } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { readPostContent } from './post-content.ts'

const kit = useTestApp({ routes: [] })
const cast = useCast(kit)

it('sends a text that was stored with the line breaks of another program as lines, without control characters', async () => {
  const { socialIds } = await buildPost(kit.db, cast.project, {
    socials: [{ network: 'facebook', message: 'Fresh\vbread\u0007', first_comment: 'Come\u2028in' }],
  })
  const content = await readPostContent(kit.services, socialIds[0] ?? 0, () => Promise.resolve())
  expect([content.message, content.firstComment]).toEqual(['Fresh\nbread', 'Come\nin'])
})
