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

const facebook = `${domain}/facebook.ts`
const instagram = `${domain}/instagram.ts`
const uprightRange = `${decoders}: milliseconds: [3_000, 90_000]`
const shapeRange = `${decoders}: shapes: [9 / 16, 16 / 9]`
const storyRange = `${decoders}: shapes: [9 / 16, 9 / 16]`
const feedRange = `${decoders}: milliseconds: [1_000, 40 * 60_000]`

/** Of Facebook and Instagram. */
export const numbersOfMeta: NumberRules = {
  'docs/product/facebook.md': {
    'What the product allows': [
      ['(2 to 6)', `${facebook}: minFiles: 2, maxFiles: 6`, 'because: no greatest number is documented'],
      [
        '(3 to 5 cards)',
        `${facebook}: cards: { min: 3, max: 5 }`,
        `${sandbox}/facebook/cards.ts: children.length < 2`,
      ],
      ['63,206', `${facebook}: max: 63206`, `${sandbox}/facebook/posts.ts: longestMessage = 63_206`],
      ['8,000', `${facebook}: max: 8000`, `${sandbox}/graph/comments.ts: longest: 8_000`],
      ['up to 10 MB, at least 600×315', `${facebook}: minSize: { width: 600, height: 315 }`, ours],
      [
        'over 4 MB (1366046) although 10 MB',
        `${server}/facebook/photos.ts: maxBytes: 4_000_000`,
        `${sandbox}/facebook/photos.ts: largestPhoto = 4 * 1024 * 1024`,
      ],
      [
        'below 4 MB',
        `${server}/facebook/photos.ts: maxBytes: 4_000_000`,
        `${sandbox}/facebook/photos.ts: largestPhoto = 4 * 1024 * 1024`,
      ],
      ['from 1 KB', `${facebook}: minBytes: 1024`, `${decoders}: leastBytes: 1024`],
      ['1,024 MB, 1 to 1,200 s', `${limits}: same(1_024_000_000, 1200)`, feedRange],
      ['2 GB and 40 minutes', `${limits}: same(2_000_000_000, 2400)`, `${decoders}: bytes: 2048 * MEGABYTE`],
      ['9:16, at least 540×960, 3 to 60 seconds', `${facebook}: maxVideoSeconds: 60`, storyRange],
    ],
    Versions: 'dates and versions',
    Login: 'statuses of answers',
    Tokens: [
      [
        '60 days',
        'because: the end is read from the answer',
        'sandbox/src/graph/exchange-token.ts: expires_in',
      ],
      ['(0: never)', 'because: it is a value on the wire', fromNetwork],
    ],
    Errors: 'codes and statuses',
    'Video upload errors': [
      [
        '1363023 over 2 GB; 1363026 over 40 minutes; 1363025 under a second; 1363022 under 1 KB',
        `${limits}: same(2_000_000_000, 2400)`,
        `${sandbox}/facebook/uploads.ts: subcode: 1363025`,
      ],
      [
        '1363024, 1363031 and 1363032 bad format; 1363037 wrong offset; 1363045 size mismatch; 1363041 session expired; 1363019, 1363021, 1363030 and 1363033 transfer failed; 1363042 and 1363005',
        code,
        `${sandbox}/facebook/uploads.ts: subcode: 1363037`,
      ],
    ],
    'Usage headers': 'shares and budgets that Meta counts by users; Galley slows down by the headers',
    'Lost answers': 'statuses and codes',
    'Link carousels': [
      [
        'at least 458 px; title about 35 and text about 30',
        'because: the pictures are those of the linked pages',
        shown,
      ],
      [
        '2 to 5 cards',
        `${facebook}: cards: { min: 3, max: 5 }`,
        `${sandbox}/facebook/cards.ts: optimized === 'false' ? 5 : 10`,
      ],
    ],
    Videos: [
      ['3 to 90 seconds |', `${facebook}: maxSeconds: 90`, uprightRange],
      ['1,200 s', `${limits}: same(1_024_000_000, 1200)`, ours],
      [
        'over 90 seconds, under 3, under 540×960 or narrower than 9:16',
        `${facebook}: narrowest: 9 / 16,`,
        shapeRange,
      ],
      [
        '30 reels by the API in moving 24 hours',
        `${server}/facebook/reels.ts: REELS_A_DAY = 30`,
        `${sandbox}/facebook/reels.ts: mostReels = 30`,
      ],
      [
        'the last 30',
        `${server}/facebook/reels.ts: REELS_A_DAY = 30`,
        `${sandbox}/facebook/reels.ts: mostReels = 30`,
      ],
      ['at most 30 minutes', 'because: it is our own patience', ours],
      ['1363040 a shape outside 16:9 to 9:16', `${facebook}: narrowest: 9 / 16,`, shapeRange],
      [
        '1363127 under 540×960',
        `${facebook}: minSize: { width: 540, height: 960 }`,
        `${decoders}: smallest: [960, 540]`,
      ],
      ['1363128 not 3 to 90 seconds', `${facebook}: maxSeconds: 90`, uprightRange],
      [
        '1363129 not 24 to 60 frames a second',
        `${facebook}: framesPerSecond: { least: 24, most: 60 }`,
        `${decoders}: rates: [24, 60]`,
      ],
      ['6000', code, `${sandbox}/facebook/reels.ts: code: 6000`],
    ],
    Stories: [
      ['9:16, at least 540×960, 3 to 60 seconds', `${facebook}: least: 9 / 16, most: 9 / 16`, storyRange],
      [
        '24 to 60 frames a second',
        `${facebook}: framesPerSecond: { least: 24, most: 60 }`,
        `${decoders}: rates: [24, 60]`,
      ],
    ],
    Comments: [['(code 20)', code, code]],
    'Mentions and page search': [['code 100', code, code]],
    Insights: [
      ['up to 90 days a call', `${server}/facebook/insights.ts: WINDOW_DAYS = 89`, fromNetwork],
      ['at least 100 likes', fromNetwork, fromNetwork],
      ['code 100', code, code],
    ],
    'Not confirmed': 'said above',
  },
  'docs/product/instagram.md': {
    'What the product allows': [
      [
        '(2 to 10), ',
        `${instagram}: minFiles: 2, maxFiles: 10`,
        `${sandbox}/instagram/containers.ts: ids.length < 2 || ids.length > 10`,
      ],
      [
        '(2 to 10 files)',
        `${instagram}: maxFiles: 10`,
        `${sandbox}/instagram/containers.ts: ids.length < 2 || ids.length > 10`,
      ],
      [
        'up to 2,200 characters',
        `${instagram}: message: { max: 2200`,
        `${sandbox}/instagram/containers.ts: longestCaption = 2200`,
      ],
      [
        'more than 30 hashtags or 20 mentions',
        `${instagram}: maxHashtags: 30`,
        `${sandbox}/instagram/containers.ts: mostMentions = 20`,
      ],
      [
        'More than 30 hashtags',
        `${instagram}: maxHashtags: 30`,
        `${sandbox}/instagram/containers.ts: mostHashtags = 30`,
      ],
      [
        'more than 20 mentions',
        `${instagram}: maxMentions: 20`,
        `${sandbox}/instagram/containers.ts: mostMentions = 20`,
      ],
      [
        'takes 5 in a post',
        'because: the app does, the network takes 30 by its API; the editor warns',
        'because: the API refuses none of them',
      ],
      ['up to 10 MB, at least 320×320', `${instagram}: minSize: { width: 320, height: 320 }`, ours],
      [
        'at most 1440 wide',
        `${server}/instagram/media-url.ts: maxWidth: 1440`,
        'because: wider photos are scaled down there, not refused',
      ],
      [
        '4,096 MB, 3 to 60 seconds, 15 seconds',
        `${limits}: maxBytes: 4_096_000_000, maxSeconds: 60, maxShortSeconds: 15`,
        ours,
      ],
      [
        'between 4:5 and 1.91:1',
        `${instagram}: between 4:5 and 1.91:1`,
        `${sandbox}/instagram/fetch-media.ts: width * 5 >= height * 4 && width * 100 <= height * 191`,
      ],
      ['up to 1,920 pixels wide', `${instagram}: maxWidth: 1920`, `${decoders}: widest: 1920`],
    ],
    Publishing: [
      [
        ', 2 to 10.',
        `${instagram}: maxFiles: 10`,
        `${sandbox}/instagram/containers.ts: ids.length < 2 || ids.length > 10`,
      ],
      ['(after 24 hours)', fromNetwork, `${sandbox}/instagram/container-status.ts: EXPIRED`],
      ['2207xxx', code, code],
      ['9007 / 2207027', code, code],
      ['every 5 to 30 seconds', 'because: nobody refuses a question that comes sooner', fromNetwork],
      ['400 containers a day', never, `${sandbox}/platform/daily-limits.ts: instagram_containers: 400`],
      ['after 10 minutes', `${server}/instagram/outcomes.ts: QUOTA_RETRY_MS = 10 * 60_000`, fromNetwork],
    ],
    'Publishing quota': [
      [
        'the last 24 hours',
        `${server}/instagram/prepare-container.ts: quota_total`,
        `${sandbox}/instagram/posts.ts: usedQuota(call) >= quotaOf(call).quota_total`,
      ],
      ['25 in a recorded answer, 50 in the reference, 100 in the guide', fromNetwork, fromNetwork],
    ],
    Media: [
      [
        'up to 8 MB',
        `${server}/instagram/media-url.ts: maxBytes: 8_000_000`,
        `${sandbox}/instagram/fetch-media.ts: largestPhoto = 8 * MEGABYTE`,
      ],
      [
        '4:5 to 1.91:1, 320 to 1,440 pixels wide',
        `${server}/instagram/media-url.ts: (width * 5) / 4`,
        `${sandbox}/instagram/fetch-media.ts: width * 5 >= height * 4 && width * 100 <= height * 191`,
      ],
      [
        '4:5 of an odd width',
        `${server}/instagram/media-url.test.ts: [1079, 1349]`,
        `${sandbox}/instagram/fetch-media.ts: width * 5 >= height * 4`,
      ],
      [
        '23 to 60 frames',
        `${instagram}: framesPerSecond: { least: 23, most: 60 }`,
        `${decoders}: rates: [23, 60]`,
      ],
      ['up to 1,920 pixels wide', `${instagram}: maxWidth: 1920`, `${decoders}: widest: 1920`],
      [
        '3 seconds to 15 minutes, 300 MB',
        `${limits}: maxBytes: 300_000_000, maxSeconds: 900`,
        `${decoders}: bytes: 300 * MEGABYTE`,
      ],
      [
        '3 to 60 seconds, 100 MB',
        `${instagram}: maxVideoBytes: 100_000_000`,
        `${decoders}: bytes: 100 * MEGABYTE`,
      ],
    ],
    'Lost answers': 'a code',
    Errors: 'codes; the limits that they are about stand above',
    Hashtags: [
      ['30 different ones in 7 days', fromNetwork, `${sandbox}/instagram/discovery.ts: 30 different ones`],
    ],
    'Media insights': [
      ['(24 hours)', fromNetwork, fromNetwork],
      ['fewer than 5 viewers', fromNetwork, fromNetwork],
    ],
    'Account insights': [
      [
        'At most 30 days a call',
        `${server}/instagram/insights.ts: WINDOW_DAYS = 29`,
        `${sandbox}/instagram/insights.ts: more than 30 days`,
      ],
      ['48 hours late', fromNetwork, fromNetwork],
      ['fewer than 100 followers', fromNetwork, fromNetwork],
      ['the last 30 days', `${server}/instagram/insights.ts: FOLLOWER_DAYS = 29`, fromNetwork],
    ],
    'Not confirmed': 'said above',
  },
}
