import { z } from 'zod'
import { company } from '#domain/accounts/model.ts'
import { auditActions } from '#domain/kernel/audit.ts'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { day, formFlag, id, nothing, pathId } from '#domain/kernel/shapes.ts'
import { writtenText } from '#domain/kernel/text.ts'
import { isTimezone } from '#domain/kernel/time.ts'
import { agencyInviteRole, invitedPerson } from '#domain/team/model.ts'
import { accentProblem } from './accent.ts'
import { agency, agencyUser, auditEntry } from './model.ts'

const params = z.strictObject({ agencyId: pathId })

/** An empty text takes it away. */
const accentColor = z
  .string()
  .overwrite(writtenText)
  .toLowerCase()
  .superRefine((color, context) => {
    const problem = color === '' ? null : accentProblem(color)
    if (problem) context.addIssue(problem)
  })
const scope = { agency: 'params.agencyId' } as const

/**
 * Agency step 1. Multipart: `name`, optional `image` (jpeg or png, kept as a square PNG). The caller becomes its admin. Where the installation
 * takes cards, theirs is checked first, and failure stops creation (docs/product/agencies.md "Creating an agency").
 */
export const createAgency = endpoint({
  method: 'POST',
  path: '/agencies',
  summary: 'Create an agency',
  permission: 'signed-in',
  body: z.strictObject({ name: company }),
  files: { image: 1 },
  output: agency,
  failures: [
    'already_in_agency',
    'card_required',
    'card_refused',
    'card_gateway_unavailable',
    'too_many_requests',
    'too_large',
    'unsupported_media_type',
  ],
})

/** Multipart with `_method=PUT`; what is not sent stays. `remove_image`, without an `image`, removes the logo. */
export const saveAgency = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}',
  summary: "Change an agency's name, logo and reports",
  permission: 'agency.manage',
  scope,
  params,
  body: z.strictObject({
    _method: z.literal('PUT').optional(),
    name: company.optional(),
    accent_color: accentColor.optional(),
    names_weakest_post: formFlag.optional(),
    remove_image: z.literal('true').optional(),
  }),
  files: { image: 1 },
  output: agency,
  failures: ['too_large', 'unsupported_media_type'],
})

export const getAgency = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}',
  summary: 'Get an agency',
  permission: 'agency.see',
  scope,
  params,
  output: agency,
})

/** The people invited to the agency at step 2: those who have accepted and those who have not yet. */
export const listAgencyInvitations = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/invitations',
  summary: 'List people invited to an agency, including pending invitations',
  permission: 'agency.manage',
  scope,
  params,
  output: z.array(invitedPerson),
})

/** The people of an agency with their roles. (docs/product/agencies.md "Invited people") */
export const listAgencyUsers = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/users',
  summary: 'List the people of an agency and their roles',
  permission: 'agency.manage',
  scope,
  params,
  output: z.array(agencyUser),
})

/**
 * Makes somebody an admin of the agency, or a member who can be chosen for projects with this role. Roles in projects stay. The last admin
 * cannot be changed.
 */
export const changeAgencyRole = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}/users/{userId}/role',
  summary: "Change a person's role in an agency",
  permission: 'agency.manage',
  scope,
  params: params.extend({ userId: pathId }),
  body: z.strictObject({ role: agencyInviteRole }),
  output: nothing,
  failures: ['last_admin', 'too_many_invitations'],
})

/** Takes the person out of the agency and of all its projects, at once. The last admin stays. */
export const removeAgencyUser = endpoint({
  method: 'DELETE',
  path: '/agencies/{agencyId}/users/{userId}',
  summary: 'Remove a person from an agency and all its projects',
  permission: 'agency.manage',
  scope,
  params: params.extend({ userId: pathId }),
  output: nothing,
  failures: ['last_admin'],
})

/** Leaves the agency and all its projects. The last admin makes somebody else an admin first. */
export const leaveAgency = endpoint({
  method: 'POST',
  path: '/agencies/{agencyId}/leave',
  summary: 'Leave an agency and all its projects',
  permission: 'agency.see',
  scope,
  params,
  output: nothing,
  failures: ['illegal_transition', 'last_admin'],
})

/** The filters of the audit log. Days are those of `timezone`, both ends included. */
const auditFilters = {
  action: z.enum(auditActions).optional(),
  actor_id: pathId.optional(),
  project_id: pathId.optional(),
  from: day.optional(),
  to: day.optional(),
  timezone: z.string().refine(isTimezone, 'Not a timezone').default('UTC'),
}

/** Newest first. `before_id` is the last id of the previous page; an answer with `next_before_id: null` is the last page. */
export const listAuditLog = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/audit-log',
  summary: "List entries of the agency's audit log",
  permission: 'agency.manage',
  cost: 'search',
  scope,
  params,
  query: z.strictObject({
    ...auditFilters,
    before_id: pathId.optional(),
    limit: z.coerce.number<string | number>().int().min(1).max(200).default(50),
  }),
  output: z.strictObject({ entries: z.array(auditEntry), next_before_id: z.number().nullable() }),
})

/** Everybody named in the log, including people who have left, whom the agency's other lists do not show. Sorted by name. */
export const listAuditFilters = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/audit-log/choices',
  summary: 'List the people and projects the audit log can be filtered by',
  permission: 'agency.manage',
  scope,
  params,
  output: z.strictObject({
    actors: z.array(z.strictObject({ id, name: z.string(), email: z.string() })),
    projects: z.array(z.strictObject({ id, name: z.string(), is_deleted: z.boolean() })),
  }),
})

/** The same as a file's content: CSV (RFC 4180) that a spreadsheet opens without running anything in it. */
export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/agencies/{agencyId}/audit-log/export',
  summary: 'Export the audit log as CSV',
  permission: 'agency.manage',
  cost: 'heavy',
  scope,
  params,
  query: z.strictObject(auditFilters),
  output: z.strictObject({
    file_name: z.string(),
    csv: z.string(),
    /** There are more entries than fit into one file; narrow the dates. */
    is_cut: z.boolean(),
  }),
})
