import { z } from 'zod'
import { APPROVED_ROUNDS_MAX, REVISION_PICTURES_MAX } from '#domain/approvals/limits.ts'
import {
  decisionResults,
  linkApproval,
  revisionForm,
  textProposal,
  undoneApproval,
  undoneApprovals,
  wordsProposal,
} from '#domain/approvals/model.ts'
import { getChangesSinceDecision } from '#domain/approvals/snapshot-contract.ts'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { clientLanguages } from '#domain/kernel/languages/languages.ts'
import { id, instant, nothing, pathId } from '#domain/kernel/shapes.ts'
import { writtenText } from '#domain/kernel/text.ts'
import { NOTE_MAX } from '#domain/notes/limits.ts'
import { note } from '#domain/notes/model.ts'
import { post } from '#domain/posts/model.ts'
import { projectSocial } from '#domain/social-accounts/model.ts'

const link = z.strictObject({
  id,
  user_id: id,
  /** Whether a mail carries it; otherwise somebody copied it. */
  is_for_mail: z.boolean(),
  /** Null: Galley made it for a mail. */
  created_by: z.string().nullable(),
  created_at: instant,
  expires_at: instant,
  /** When somebody last decided with it. Opening it leaves no trace. */
  last_decided_at: instant.nullable(),
})
export type ApprovalLink = z.output<typeof link>

/** The links of a project that can be used, the newest first. The links themselves are never shown again. */
export const listApprovalLinks = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/approval-links',
  summary: 'List the approval links of a project',
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  output: z.array(link),
})

/** Makes a personal link for an external approver, to be sent to them (docs/product/approval-links.md "Copying a link"). */
export const createApprovalLink = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/approval-links',
  summary: 'Make an approval link for a client',
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  body: z.strictObject({ user_id: id }),
  output: z.strictObject({ url: z.string(), expires_at: instant }),
  failures: ['links_by_mail_only', 'too_many_requests'],
})

/** Ends one link of a person, or all that they have in the project, those in mails included. */
export const revokeApprovalLinks = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/approval-links',
  summary: "Revoke a client's approval links",
  permission: 'project.manage',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId }),
  body: z.strictObject({ user_id: id, link_id: id.optional() }),
  output: z.strictObject({ revoked: z.number() }),
})

/** What waits for the holder of a link. Opening it changes nothing: mail scanners open links too. */
export const openApprovalLink = endpoint({
  method: 'GET',
  path: '/approval-link',
  summary: 'See what waits for the holder of an approval link',
  permission: 'approval-link',
  output: z.strictObject({
    /** The names are empty while this device has to be confirmed. */
    person: z.strictObject({ id, name: z.string() }),
    project: z.strictObject({
      id,
      name: z.string(),
      timezone: z.string(),
      logo_image_link: z.string().nullable(),
    }),
    agency: z.strictObject({ name: z.string() }),
    /** What the person reads from the project, whoever holds the link. */
    language: z.enum(clientLanguages),
    /** Somebody copied it, who may hold it still: a language that is chosen on it stays in that browser. */
    is_copied: z.boolean(),
    expires_at: instant,
    /** Set while this device has to be confirmed: where the code goes. Nothing else is shown then. */
    code_goes_to: z.string().nullable(),
    socials: z.array(projectSocial),
    /** By schedule; the addresses of their files work for some hours without a session. */
    posts: z.array(post),
    /** Of these, what the person has decided about before: what changed since then can be asked for. */
    decided_before: z.array(id),
    /** Their versions that say what the person saw when they decided: these need not be looked at again. */
    seen_before: z.array(z.strictObject({ post_social_id: id, version: z.int() })),
    /** Of these, what they and the agency have said something about. */
    talked_about: z.array(id),
    /** Other words that the person has proposed for their versions, and the agency has neither taken nor declined. */
    proposed: z.array(textProposal.pick({ post_social_id: true, words_seen: true, words: true })),
    /** More wait, and come when these are decided. */
    has_more: z.boolean(),
  }),
})

/** What `getChangesSinceDecision` says to the same person, of a post that waits for them. */
export const getChangesByLink = endpoint({
  method: 'GET',
  path: '/approval-link/posts/{postId}/changes-since-decision',
  summary: 'See what changed since the holder of an approval link decided',
  permission: 'approval-link',
  params: z.strictObject({ postId: pathId }),
  output: getChangesSinceDecision.output,
})

/** What the person and their agency have said to one another about a post that waits for them: notes for the client, oldest first. */
export const listNotesByLink = endpoint({
  method: 'GET',
  path: '/approval-link/posts/{postId}/notes',
  summary: 'Read what was asked and answered about a post by approval link',
  permission: 'approval-link',
  params: z.strictObject({ postId: pathId }),
  output: z.array(note),
})

/** Asks the agency something about a version that waits for the person: a note, whose answer is told them by mail. */
export const askByLink = endpoint({
  method: 'POST',
  path: '/approval-link/question',
  summary: 'Ask the agency about a post by approval link',
  permission: 'approval-link',
  body: z.strictObject({
    post_social_id: id,
    message: z
      .string()
      .overwrite(writtenText)
      .min(1, 'Write a message.')
      .max(NOTE_MAX, `Message length should be less than ${NOTE_MAX} characters.`),
  }),
  output: note,
  failures: ['illegal_transition', 'too_many_requests'],
})

/** Proposes other words as `proposeWords` does. */
export const proposeWordsByLink = endpoint({
  method: 'POST',
  path: '/approval-link/words',
  summary: 'Propose other words by approval link',
  permission: 'approval-link',
  body: wordsProposal,
  output: textProposal,
  failures: ['illegal_transition', 'already_decided', 'not_your_turn', 'stale_version', 'too_many_requests'],
})

/** In which language the person reads mails and links of this project from now on. Null: as before a choice. Refused to copied links. */
export const chooseLanguageByLink = endpoint({
  method: 'PUT',
  path: '/approval-link/language',
  summary: 'Choose the language of the mails and approval links of a project',
  permission: 'approval-link',
  body: z.strictObject({ language: z.enum(clientLanguages).nullable() }),
  output: nothing,
})

/** Mails a code of six digits to the link's person. */
export const sendDeviceCode = endpoint({
  method: 'POST',
  path: '/approval-link/code',
  summary: 'Mail a code that confirms this device',
  permission: 'approval-link',
  body: z.strictObject({}),
  output: nothing,
})

export const confirmDevice = endpoint({
  method: 'POST',
  path: '/approval-link/device',
  summary: 'Confirm this device with a mailed code',
  permission: 'approval-link',
  body: z.strictObject({ code: z.string().regex(/^\d{6}$/, 'Enter the six digits of the code') }),
  output: nothing,
  failures: ['wrong_code'],
})

/** Approves as `approveRound` does, but for the versions, which must be named: what was not seen is not approved. */
export const approveByLink = endpoint({
  method: 'POST',
  path: '/approval-link/approve-round',
  summary: 'Approve the open round by link',
  permission: 'approval-link',
  body: linkApproval,
  output: post,
  failures: ['illegal_transition', 'already_decided', 'not_your_turn', 'stale_version'],
})

export const undoByLink = endpoint({
  method: 'POST',
  path: '/approval-link/undo-approval',
  summary: 'Undo an approval of a moment ago by link',
  permission: 'approval-link',
  body: undoneApproval,
  output: post,
  failures: ['undo_ended'],
})

/** Approves several as `approveByLink` does: what is refused does not hold up the others. */
export const approveRoundsByLink = endpoint({
  method: 'POST',
  path: '/approval-link/approve-rounds',
  summary: 'Approve the open rounds of several versions by link',
  permission: 'approval-link',
  body: z.strictObject({ rounds: z.array(linkApproval).min(1).max(APPROVED_ROUNDS_MAX) }),
  output: decisionResults,
})

export const undoApprovalsByLink = endpoint({
  method: 'POST',
  path: '/approval-link/undo-approvals',
  summary: 'Undo approvals of a moment ago by link',
  permission: 'approval-link',
  body: z.strictObject({ approvals: undoneApprovals }),
  output: decisionResults,
})

/** Requests a revision of what waits, as `requestRevision` does. What is approved already is not taken back by link. */
export const requestRevisionByLink = endpoint({
  method: 'POST',
  path: '/approval-link/revision',
  summary: 'Request a revision by link',
  permission: 'approval-link',
  body: revisionForm.omit({ mentions: true }).extend({ version: z.coerce.number<string | number>().int() }),
  files: { attachments: REVISION_PICTURES_MAX },
  output: post,
  failures: [
    ...(['illegal_transition', 'already_decided', 'not_your_turn', 'stale_version'] as const),
    'unsupported_media_type',
    'too_large',
    'too_many_requests',
  ],
})
