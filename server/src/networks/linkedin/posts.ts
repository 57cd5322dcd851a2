import { z } from 'zod'

const asset = z.object({ id: z.string() })

/** The organization's posts in LinkedIn's answers (docs/product/linkedin.md "Posts"). */
export const linkedinPosts = z.object({
  elements: z.array(
    z.object({
      id: z.string(),
      commentary: z.string().default(''),
      createdAt: z.number(),
      content: z
        .object({
          media: asset.optional(),
          multiImage: z.object({ images: z.array(asset) }).optional(),
          article: z.object({ source: z.string(), thumbnail: z.string().optional() }).optional(),
        })
        .optional(),
    }),
  ),
})
export type LinkedinPost = z.output<typeof linkedinPosts>['elements'][number]
