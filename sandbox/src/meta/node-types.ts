/**
 * The fields of each node type, with the type of nested nodes whose fields are checked as well. Real fields for which the sandbox has no
 * value are included: the response leaves them out, as the network does when nothing is set. Any other name is refused, so that a client
 * cannot request a field that does not exist.
 */
export type NodeType = keyof typeof nodeTypes

const plain = (names: string) => Object.fromEntries(names.split(/\s+/).map(name => [name, null]))

const pageFields = `id name username about access_token bio birthday business category category_list
  connected_instagram_account contact_address cover created_time current_location description display_subtext emails
  fan_count followers_count has_added_app hours is_owned is_permanently_closed is_published is_unclaimed
  is_eligible_for_branded_content is_verified link location link_clicks phone rating_count tasks verification_status
  website were_here_count page_token insights posts feed published_posts photos videos`

const nodeTypes = {
  User: plain(
    'id name email first_name last_name middle_name picture short_name permissions accounts businesses',
  ),
  Business: plain(
    'id name created_time link primary_page profile_picture_uri timezone_id verification_status vertical',
  ),
  Page: { ...plain(pageFields), picture: 'ProfilePicture', instagram_business_account: 'IGUser' },
  ProfilePicture: plain('url height width is_silhouette cache_key'),
  PagePost: {
    ...plain(`id message created_time updated_time permalink_url status_type is_published is_hidden is_expired from
      full_picture picture story shares likes insights properties privacy parent_id place message_tags story_tags to
      actions application backdated_time can_reply_privately child_attachments coordinates event expanded_height
      expanded_width feed_targeting icon instagram_eligibility is_app_share is_eligible_for_promotion
      is_instagram_eligible is_popular is_spherical multi_share_end_card multi_share_optimized promotable_id
      promotion_status scheduled_publish_time sponsor_tags subscribed targeting timeline_visibility
      sharedposts dynamic_posts allowed_advertising_objects`),
    attachments: 'StoryAttachment',
    comments: 'Comment',
    reactions: 'Reaction',
  },
  StoryAttachment: {
    ...plain('description description_tags media_type title type unshimmed_url url'),
    media: 'StoryAttachmentMedia',
    subattachments: 'StoryAttachment',
    target: 'StoryAttachmentTarget',
  },
  StoryAttachmentMedia: { ...plain('source'), image: 'ImageSource' },
  StoryAttachmentTarget: plain('id unshimmed_url url'),
  ImageSource: plain('height src width'),
  Reaction: plain(
    'id name type can_post link pic pic_crop pic_large pic_small pic_square profile_type username',
  ),
  Comment:
    plain(`id message created_time permalink_url from attachment can_comment can_hide can_like can_remove
    can_reply_privately comment_count comments like_count likes is_hidden is_private live_broadcast_timestamp
    message_tags object parent private_reply_conversation reactions user_likes`),
  Photo:
    plain(`id alt_text alt_text_custom album backdated_time backdated_time_granularity can_backdate can_delete can_tag
    created_time event from height icon images link name name_tags page_story_id picture place target updated_time
    webp_images width comments likes insights sponsor_tags`),
  Video:
    plain(`id ad_breaks backdated_time content_category content_tags created_time custom_labels description
    embed_html embeddable event format from icon is_crosspost_video is_crossposting_eligible is_episode
    is_instagram_eligible is_reference_only length live_status music_video_copyright permalink_url picture place
    post_id post_views premiere_living_room_status privacy published scheduled_publish_time source status title
    universal_video_id updated_time views captions comments likes thumbnails video_insights tags`),
  IGUser: {
    ...plain(`id biography followers_count follows_count has_profile_pic is_published ig_id legacy_instagram_user_id
      media_count name profile_picture_url shopping_product_tag_eligibility username website insights media stories
      tags live_media mentioned_comment mentioned_media content_publishing_limit recently_searched_hashtags`),
    business_discovery: 'IGUser',
  },
  ShadowIGMedia: {
    ...plain(`id ig_id alt_text boost_eligibility_info caption comments_count copyright_check_information
      is_comment_enabled is_shared_to_feed like_count media_product_type media_type media_url owner permalink shortcode
      thumbnail_url timestamp username view_count insights collaborators product_tags`),
    comments: 'IGComment',
    children: 'IGMediaChild',
  },
  IGMediaChild: plain('id alt_text media_type media_url permalink thumbnail_url timestamp'),
  IGComment: plain('id from hidden like_count media parent_id replies text timestamp user username'),
  IGContainer: plain('id copyright_check_status status status_code'),
  IGHashtag: plain('id name data recent_media top_media'),
  IGPublishingLimit: { ...plain('quota_usage'), config: 'IGPublishingConfig' },
  IGPublishingConfig: plain('quota_duration quota_total'),
  UploadSession: plain('id file_offset'),
} satisfies Record<string, Record<string, string | null>>

/** Whether nodes of the type have the field, and the type of the nodes in it if their fields are checked. */
export function fieldOf(type: NodeType, name: string): { isKnown: boolean; type: NodeType | undefined } {
  const fields: Record<string, string | null> = nodeTypes[type]
  const inside = Object.hasOwn(fields, name) ? fields[name] : undefined
  const isType = (text: string | null | undefined): text is NodeType =>
    typeof text === 'string' && text in nodeTypes
  return { isKnown: inside !== undefined, type: isType(inside) ? inside : undefined }
}
