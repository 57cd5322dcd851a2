import type { PostType, SocialNetwork } from './model.ts'

/** The names of the networks, as screens show them and searches find them. */
export const networkNames: Readonly<Record<SocialNetwork, string>> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
}

/** The names of the post types, as screens show them and searches find them. */
export const postTypeNames: Readonly<Record<PostType, string>> = {
  link: 'Link',
  single_photo: 'Single photo',
  multi_photo: 'Multi photo',
  media_carousel: 'Media carousel',
  single_video: 'Single video',
  multi_video: 'Multi video',
  multi_content: 'Photos and videos',
  animated_gif: 'Animated GIF',
  text: 'Text',
  link_carousel: 'Link carousel',
  photo_story: 'Photo story',
  video_story: 'Video story',
}
