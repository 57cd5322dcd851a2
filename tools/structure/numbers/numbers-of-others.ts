import {
  code,
  decoders,
  domain,
  fromNetwork,
  limits,
  type NumberRules,
  never,
  ours,
  sandbox,
  server,
  shown,
} from './number-rules.ts'

const linkedin = `${domain}/linkedin.ts`
const twitter = `${domain}/twitter.ts`

/** Of LinkedIn and Twitter. */
export const numbersOfOthers: NumberRules = {
  'docs/product/linkedin.md': {
    'What the product allows': [
      [
        '(2 to 9)',
        `${linkedin}: minFiles: 2, maxFiles: 9`,
        `${sandbox}/linkedin/content.ts: images.length < 2 || images.length > 20`,
      ],
      [
        'up to 3,000 characters',
        `${linkedin}: message: { max: 3000`,
        `${sandbox}/linkedin/posts.ts: longestCommentary = 3000`,
      ],
      [
        'up to 1,250',
        `${linkedin}: firstComment: { max: 1250`,
        `${sandbox}/linkedin/comments.ts: longestComment = 1250`,
      ],
      ['Images up to 10 MB', `${linkedin}: maxBytes: 10_000_000`, ours],
      ['from 75 KB (76,800 bytes)', `${linkedin}: minBytes: 76_800`, `${decoders}: leastBytes: 75 * 1024`],
      ['up to 5,120 MB, 3 to 600 seconds', `${limits}: same(5_120_000_000, 600)`, ours],
      [
        '256×144 to 4096×2304',
        `${linkedin}: minSize: { width: 256, height: 144 }`,
        `${decoders}: largest: [4096, 2304]`,
      ],
      [
        'between 1:2.4 and 2.4:1',
        `${linkedin}: least: 5 / 12, most: 12 / 5`,
        `${decoders}: shapes: [5 / 12, 12 / 5]`,
      ],
      ['500 MB, its schema 5 GB', `${limits}: same(500_000_000, 1800)`, `${decoders}: bytes: 500 * MEGABYTE`],
    ],
    Login: 'lives of codes and tokens, which the answers tell',
    Permissions: [
      [
        '500 calls a day for the app and 100 for a member',
        never,
        'because: the sandbox is asked too often for that by tests',
      ],
    ],
    Versions: 'statuses of answers',
    Errors: [
      [
        'within about 10 minutes',
        'because: the answer names the earlier post',
        `${sandbox}/linkedin/posts.ts: duplicateWindow = 10 * 60_000`,
      ],
      ['401 65600 invalid, 65601', code, code],
      ['| 401 ', code, code],
      ['| 403 ', code, code],
      ['| 400 ', code, code],
      ['| 404 ', code, code],
      ['| 409 ', code, code],
      ['| 422 ', code, code],
      ['| 426 ', code, code],
      ['| 429 ', code, code],
    ],
    'Limits of calls': [
      ['429', code, code],
      [
        '150 posts a day for a member',
        'because: one reseller names it, and a refusal is tried again',
        `${sandbox}/platform/daily-limits.ts: linkedin_member_posts: 150`,
      ],
      [
        '100,000 a day for the app',
        'because: it is the app of the installation, and a refusal is tried again',
        `${sandbox}/platform/daily-limits.ts: linkedin_app_posts: 100_000`,
      ],
      ['every 15 minutes', `${server}/linkedin/api.ts: THROTTLE_MS = 15 * 60_000`, fromNetwork],
    ],
    'Text format': [
      [
        'over 3,000',
        `${linkedin}: message: { max: 3000`,
        `${sandbox}/linkedin/posts.ts: longestCommentary = 3000`,
      ],
    ],
    Images: [
      [
        '(up to 250 frames)',
        `${linkedin}: maxFrames: 250`,
        `${sandbox}/linkedin/images.ts: mostFrames = 250`,
      ],
      [
        '36,152,320',
        `${linkedin}: maxPixels: 36_152_320`,
        `${sandbox}/linkedin/images.ts: mostPixels = 36_152_320`,
      ],
      [
        '4,086',
        `${domain}/alt-texts.ts: linkedin: 4085`,
        `${sandbox}/linkedin/content.ts: longestText = 4085`,
      ],
      [
        'fewer than 400',
        'domain/src/posts/field-limits.ts: SHORT_TEXT_MAX = 255',
        `${sandbox}/linkedin/content.ts: longestTitle = 399`,
      ],
    ],
    Videos: [
      ['(4 MB parts)', fromNetwork, `${sandbox}/linkedin/videos.ts: partBytes = 4 * 1024 * 1024`],
      [
        '3 seconds to 30 minutes',
        `${limits}: same(500_000_000, 1800)`,
        `${decoders}: milliseconds: [3_000, 30 * 60_000]`,
      ],
      ['from 75 KB', `${linkedin}: minBytes: 76_800`, `${decoders}: leastBytes: 75 * 1024`],
    ],
    Posts: [
      ['201', code, code],
      ['(2 to 20)', `${linkedin}: maxFiles: 9`, `${sandbox}/linkedin/content.ts: images.length > 20`],
      ['up to 100', `${server}/linkedin/list-posts.ts: AT_ONCE_MAX`, fromNetwork],
      ['204', code, code],
    ],
    Statistics: [
      ['back 12 months', fromNetwork, fromNetwork],
      ['a share of 1', shown, shown],
    ],
    'Not confirmed': 'said above',
  },
  'docs/product/twitter.md': {
    'What the product allows': [
      ['up to 4 images', `${twitter}: maxFiles: 4`, `${sandbox}/twitter/posts.ts: mostPhotos = 4`],
      ['up to 280', `${twitter}: message: { max: 280`, `${sandbox}/twitter/text.ts: longestText = 280`],
      [
        'Images up to 5 MB',
        `${twitter}: maxBytes: 5_000_000`,
        `${sandbox}/twitter/media.ts: largestImage = 5 * 1024 * 1024`,
      ],
      [
        'from 4×4 pixels; longer sides than 8,192',
        `${twitter}: minSize: { width: 4, height: 4 }`,
        `${sandbox}/twitter/media.ts: between 4x4 and 8192x8192`,
      ],
      [
        'still be 4 pixels',
        `${twitter}: maxSide: 8192`,
        `${sandbox}/twitter/media.ts: between 4x4 and 8192x8192`,
      ],
      [
        'up to 15 MB, 0.5 to 140 seconds',
        `${limits}: same(15_000_000, 140)`,
        `${decoders}: milliseconds: [500, 140_000]`,
      ],
      [
        '32×32 up to 1280×1024',
        `${twitter}: maxSize: { width: 1280, height: 1024 }`,
        `${decoders}: largest: [1280, 1024]`,
      ],
      ['between 1:3 and 3:1', `${twitter}: least: 1 / 3, most: 3`, `${decoders}: shapes: [1 / 3, 3]`],
      [
        "15 MB is really X's limit for GIFs; for videos X says 512 MB and 140 seconds, by a later note 8 GB and 20 minutes",
        `${limits}: same(512_000_000, 140)`,
        `${decoders}: bytes: 512 * MEGABYTE`,
      ],
    ],
    'Names of fields': [['v2', 'because: it is a version', 'because: it is a version']],
    Login: [
      ['OAuth 1.0a', 'because: it is a name', 'because: it is a name'],
      ['Up to 10 callback', never, fromNetwork],
      ['403 with code 415', code, code],
      ['OAuth 2', 'because: it is a name', 'because: it is a name'],
    ],
    Signature: 'names of methods, and codes',
    Posts: [
      ['201', code, code],
      ['A 403', code, code],
    ],
    Prices: 'prices and pauses, which are no content',
    'First comment': 'a status',
    Errors: 'codes and statuses',
    'Media upload': [
      ['(0 to 9,999)', never, `${sandbox}/twitter/uploads.ts: index <= 9_999`],
      [
        '1 MB are safe; 5 MB have drawn a 413',
        `${server}/twitter/video.ts: SEGMENT_BYTES = 1_048_576`,
        `${sandbox}/twitter/uploads.ts: largestSegment = 5_000_000`,
      ],
      [
        'one public report names 512 frames',
        'because: X does not say so, and refusing a video that it takes would be worse',
        'because: X does not say so, and refusing a video that it takes would be worse',
      ],
      [
        '350 frames, 1280×1080 pixels, 300,000,000 pixels in all its frames and 15 MB',
        `${twitter}: gif: null`,
        `${sandbox}/twitter/uploads.ts: width * height * frames > 300_000_000`,
      ],
      [
        'a 403',
        `${server}/twitter/api.ts: video duration`,
        `${sandbox}/twitter/errors.ts: User video duration exceeded`,
      ],
      ['answers 400', code, code],
      [
        '15 days',
        'because: recordings say a day, and an upload that is gone is begun anew',
        `${sandbox}/twitter/uploads.ts: lifeSeconds = 86_400`,
      ],
      ['(3 image, 7 video, 13 amplify video; 16 GIF', 'because: they are names', 'because: they are names'],
      [
        'up to 1,000 characters',
        `${domain}/alt-texts.ts: twitter: 1000`,
        `${sandbox}/twitter/media.ts: longestAltText = 1000`,
      ],
    ],
    'Text counting': [
      ['At most 280', `${twitter}: message: { max: 280`, `${sandbox}/twitter/text.ts: longestText = 280`],
      ['twitter-text 3', 'because: it is a name', 'because: it is a name'],
      [
        'however long | 23 |',
        `${domain}/twitter-counting.ts: LINK_WEIGHT = 23`,
        `${sandbox}/twitter/weighted-length.ts: linkWeight = 23`,
      ],
      [
        'into one too | 2 |',
        `${domain}/twitter-counting.ts: emojiCount * 2`,
        `${sandbox}/twitter/weighted-length.ts: fish`,
      ],
      [
        'from 0 to 4351, 8192 to 8205, 8208 to 8223, 8242 to 8247 | 1 |',
        `${domain}/twitter-counting.ts: const light`,
        `${sandbox}/twitter/weighted-length.ts: parseTweet`,
      ],
      [
        '(Chinese, Japanese, …) | 2 |',
        `${domain}/twitter-counting.ts: ? 1 : 2`,
        `${sandbox}/twitter/weighted-length.ts: parseTweet`,
      ],
      [
        'in 2021, and counts an astronaut 5 and  13',
        'because: it is what Galley does not do',
        'because: it is what Galley does not do',
      ],
      ['since 2021', 'because: it is a date', 'because: it is a date'],
      [
        'more than 4,000 UTF-16 units only words of up to 300',
        `${domain}/twitter-counting.ts: LONGEST_SEARCHED = 4_000`,
        ours,
      ],
      ['within 3 characters', ours, ours],
    ],
    'Search and mentions': [
      ['up to 50', `${server}/twitter/read.ts: {1,50}`, `${sandbox}/twitter/users.ts: {1,50}`],
      [
        'up to 15 (older names up to 20)',
        'because: names are chosen from what the search finds',
        fromNetwork,
      ],
    ],
    Metrics: [['30 days', fromNetwork, fromNetwork]],
    'Rate limits':
      'told by headers, which Galley waits for; sandbox/src/twitter/rate-limits.ts counts the same',
    'Not confirmed': 'said above',
  },
}
