import { GraphError, type GraphFault } from '../meta/errors.ts'

/** Instagram's own errors (`code` with a 2207xxx subcode). */
export const instagramFaults = {
  cannotFetch: (url: string): GraphFault => ({
    message: 'Only photo or video can be accepted as media type.',
    code: 9004,
    subcode: 2207052,
    transient: false,
    title: "Media download has failed. The media URI doesn't meet our requirements.",
    userMessage: `The media could not be fetched from this URI: ${url}. Please check the limits`,
  }),
  tooLarge: {
    message: 'The image size is too large.',
    code: 36000,
    subcode: 2207004,
    title: 'The image is too large',
    userMessage: 'The image is too large to download. It should be less than 8 MB.',
  },
  badFormat: {
    message: 'The image format is not supported.',
    code: 36001,
    subcode: 2207005,
    title: 'Unsupported image format',
    userMessage: 'The image format is not supported. Supported formats are JPEG.',
  },
  badRatio: (shape: number): GraphFault => ({
    message: 'The aspect ratio is not supported.',
    code: 36003,
    subcode: 2207009,
    title: 'Unsupported aspect ratio',
    userMessage: `The submitted image with aspect ratio ('${shape.toFixed(2)}',) cannot be published. Please submit an image with a valid aspect ratio.`,
  }),
  captionTooLong: {
    message: 'The caption was too long.',
    code: 36004,
    subcode: 2207010,
    title: 'The caption is too long',
    userMessage: 'The caption should have at most 2200 characters, 30 hashtags and 20 mentions.',
  },
  altTextTooLong: { message: '(#100) Param alt_text must be at most 1000 characters.', code: 100 },
  unknownMediaType: {
    message: '(#100) Param media_type is not supported here.',
    code: 100,
    subcode: 2207023,
    title: 'Unknown media type',
  },
  containerNotFound: {
    message: 'The requested resource does not exist',
    code: 24,
    subcode: 2207006,
    title: 'Media not found',
    userMessage: 'The media builder with the given creation id cannot be found.',
  },
  notReady: {
    message: 'Media ID is not available',
    code: 9007,
    subcode: 2207027,
    transient: false,
    title: 'Media not ready',
    userMessage: 'The media is not ready for publishing, please wait for a moment',
  },
  containerExpired: {
    message: 'The media has expired',
    code: -2,
    subcode: 2207020,
    title: 'Media expired',
    userMessage: 'The media you are trying to access has expired. Please try to upload again.',
  },
  wrongChildren: {
    message: '(#100) A carousel needs between 2 and 10 items.',
    code: 100,
    subcode: 2207028,
    title: 'Carousel validation failed',
    userMessage: 'Carousel post should have at least 2 and at most 10 items.',
  },
  tooManyContainers: {
    message: '(#4) Application request limit reached',
    code: 4,
    subcode: 2207068,
    status: 403,
    title: 'Too many containers',
    userMessage: 'The account has created 400 containers within 24 hours.',
  },
  unknownUser: (name: string): GraphFault => ({
    message: 'Invalid user id',
    code: 110,
    subcode: 2207013,
    transient: false,
    title: 'Cannot find User',
    userMessage: `The user with username: ${name} cannot be found.`,
  }),
  unknownHashtag: {
    message: 'The requested resource does not exist',
    code: 24,
    subcode: 2207024,
    title: 'The requested resource does not exist',
    userMessage: 'The hashtag that was requested does not exist.',
  },
  hashtagsUsed: {
    message: '(#18) This account has asked for too many hashtags.',
    code: 18,
    subcode: 2207034,
    title: 'Max Hashtags Reached',
    userMessage: 'An account can query at most 30 unique hashtags within a 7 day period.',
  },
  quotaUsed: {
    message: 'Application request limit reached',
    code: 9,
    subcode: 2207042,
    title: 'Daily limit reached',
    userMessage:
      'You reached the maximum number of posts that are allowed to be published by Content Publishing API.',
  },
} satisfies Record<string, GraphFault | ((value: never) => GraphFault)>

/** @throws GraphError */
export function refuse(fault: GraphFault): never {
  throw new GraphError(fault)
}
