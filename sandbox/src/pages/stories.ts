import type { Media, Post, SandboxAccount } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { type Html, html } from './html.ts'
import { timeText } from './layout.ts'
import { pathOf } from './post.ts'

/** How long stories are visible. */
const storyLifeMs = 24 * 3_600_000

/** The currently visible stories as a row above the feed, or nothing if there are none. */
export function storyRow(sandbox: Sandbox, { network, id, name }: SandboxAccount): Html | false {
  const since = sandbox.now() - storyLifeMs
  const stories = sandbox.store
    .list('post', { network, account: id, isStory: true, since })
    .filter(({ story_until: until = 0 }) => until > sandbox.now())
  if (stories.length === 0) return false
  return html`<section class="stories" aria-labelledby="stories"><h2 id="stories">Stories</h2>
<ul>${stories.map(story => storyTile(sandbox, story, name))}</ul></section>`
}

function storyTile(sandbox: Sandbox, story: Post, name: string): Html {
  const media = sandbox.store.get('media', story.media[0]?.media ?? '')
  const label = `Story by ${name}, ${timeText(story.created_at)}`
  return html`<li><a class="story" href="${pathOf(story)}" aria-label="${label}">${media && cover(media)}
<span class="until">until ${timeText(story.story_until ?? 0, 'short')}</span></a></li>`
}

function cover({ kind, file, thumbnail }: Media): Html {
  const still = kind === 'video' ? thumbnail : file
  return still
    ? html`<img src="/media/${still}" alt="">`
    : html`<video src="/media/${file}" preload="metadata" muted playsinline tabindex="-1"></video>`
}
