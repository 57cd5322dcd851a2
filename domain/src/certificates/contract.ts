import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { day, idList, pathId } from '#domain/kernel/shapes.ts'
import { reportPapers } from '#domain/reports/model.ts'

/** How many posts one certificate is about at most: a busy month. */
export const CERTIFICATE_POSTS_MAX = 200

/** The days of a month, and some more. */
export const CERTIFICATE_DAYS_MAX = 31

/**
 * A PDF that says what was approved, by whom, when and how, and what went out, with the same as data in it. About chosen posts, or those that
 * are planned for these days; clients get the rounds that they see (docs/product/certificates.md "What it says").
 */
export const getApprovalCertificate = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/approval-certificate',
  summary: 'Get a certificate of what was approved',
  permission: 'post.see',
  cost: 'heavy',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  query: z
    .strictObject({
      posts: idList(CERTIFICATE_POSTS_MAX).optional(),
      from: day.optional(),
      to: day.optional(),
      paper: z.enum(reportPapers).default('a4'),
    })
    .refine(
      ({ posts, from, to }) =>
        posts === undefined ? from !== undefined && to !== undefined : from === undefined && to === undefined,
      'Name the posts, or the first and the last day',
    ),
  output: z.string(),
  file: 'application/pdf',
  failures: ['nothing_to_certify', 'too_many_posts'],
})
