import { logoUrl } from '../demo-accounts.ts'
import { followersOn } from '../living.ts'
import { mediaUrl } from '../media.ts'
import { graphTime } from '../meta/paging.ts'
import type { Account, Media, Post } from '../model.ts'
import { permalink, type Sandbox } from '../sandbox.ts'
import { facebookComment } from './comments.ts'

type Node = Record<string, unknown>

function photoAttachment(sandbox: Sandbox, media: Media, post: Post): Node {
  const source = mediaUrl(sandbox, media)
  return {
    media_type: 'photo',
    type: 'photo',
    media: { image: { height: media.height, src: source, width: media.width } },
    target: { id: media.id, url: permalink(sandbox, post) },
    url: permalink(sandbox, post),
    ...(media.alt_text && { description: media.alt_text }),
  }
}

/** Absent for a plain text, one photo or link, or an album with its photos as subattachments. */
function attachments(sandbox: Sandbox, post: Post): { data: Node[] } | undefined {
  const photos = post.media.flatMap(({ media }) => sandbox.store.get('media', media) ?? [])
  const all = photos.map(media => photoAttachment(sandbox, media, post))
  if (all.length === 1) return { data: all }
  if (all.length > 1) {
    const url = permalink(sandbox, post)
    const target = { id: post.id.split('_')[1], url }
    return { data: [{ media_type: 'album', type: 'album', target, url, subattachments: { data: all } }] }
  }
  if (!post.article) return undefined
  const { url } = post.article
  return { data: [{ media_type: 'link', type: 'share', target: { url }, title: new URL(url).hostname, url }] }
}

/** A post with every field one may ask for. `shares` is absent while there are none, as on the real network. */
export function postNode(sandbox: Sandbox, post: Post): Node {
  const comments = sandbox.store.list('comment', { parent: post.id }).reverse()
  const account = sandbox.store.get('account', post.account)
  const first = post.media[0] && sandbox.store.get('media', post.media[0].media)
  return {
    id: post.id,
    message: post.text || undefined,
    created_time: graphTime(post.created_at),
    updated_time: graphTime(post.created_at),
    permalink_url: permalink(sandbox, post),
    status_type:
      post.media.length > 0 ? 'added_photos' : post.article ? 'shared_story' : 'mobile_status_update',
    is_published: true,
    from: { name: account?.name, id: post.account },
    full_picture: first && mediaUrl(sandbox, first),
    attachments: attachments(sandbox, post),
    comments: {
      data: comments.map(comment => facebookComment(sandbox, post, comment)),
      summary: { order: 'chronological', total_count: comments.length, can_comment: true },
    },
    reactions: { data: [], summary: { total_count: 0, viewer_reaction: 'NONE' } },
  }
}

export function photoNode(sandbox: Sandbox, media: Media): Node {
  const image = { height: media.height, source: mediaUrl(sandbox, media), width: media.width }
  return {
    id: media.id,
    created_time: graphTime(media.created_at),
    images: [image],
    picture: image.source,
    alt_text_custom: media.alt_text,
    page_story_id: media.used_by,
    link: media.used_by && permalink(sandbox, { ...media, id: media.used_by }),
  }
}

export function pageNode(sandbox: Sandbox, account: Account): Node {
  const linked = sandbox.store
    .list('account', { network: 'instagram' })
    .find(each => each.brand === account.brand)
  const picture = { height: 200, is_silhouette: false, url: logoUrl(sandbox.url(), account), width: 200 }
  const followers = followersOn(account, new Date(sandbox.now()).toISOString().slice(0, 10))
  return {
    id: account.id,
    name: account.name,
    username: account.handle,
    about: account.about,
    link: `${sandbox.url()}/feeds/facebook/${account.id}`,
    picture: { data: picture },
    category: 'Local business',
    category_list: [{ id: '2500', name: 'Local business' }],
    fan_count: followers,
    followers_count: followers,
    instagram_business_account: linked && {
      id: linked.id,
      username: linked.handle,
      name: linked.name,
      profile_picture_url: logoUrl(sandbox.url(), linked),
    },
  }
}
