import { createHash, randomBytes } from 'node:crypto'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { can } from '#domain/permissions/can.ts'
import type { DesignTool, OpenedDesign, ToolAccess, ToolRefusal } from '#server/design-tool/design-tool.ts'
import type { Db, Reader } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { SignedInContext } from '#server/platform/http/route.ts'
import { findProjectScope } from '#server/platform/session/scope.ts'
import { makeSeal } from '#server/platform/session/seal.ts'
import { callDesignTool } from './connections.ts'

/** As long as the tool's edit address works: the person may come back until then. */
const RETURN_MS = 30 * 24 * 60 * 60_000
/** 32 characters, of the 50 that the tool takes along. */
const STATE_BYTES = 24

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const placeOfVerifier = (hash: Buffer): string => `design-tool/login/${hash.toString('hex')}`

export type DesignRow = Row<'designs'>

/** Where the person came from, and comes back to. */
export type DesignPlace = {
  readonly project_id: number
  readonly post_id: number
  readonly post_social_id: number
  readonly social_network: SocialNetwork
}

export const getPlace = async (db: Reader, design: DesignRow): Promise<DesignPlace> => {
  const social = await db
    .selectFrom('post_socials')
    .select(['id', 'post_id', 'social_network'])
    .where('id', '=', design.post_social_id)
    .executeTakeFirstOrThrow()
  return {
    project_id: design.project_id,
    post_id: social.post_id,
    post_social_id: social.id,
    social_network: social.social_network,
  }
}

/** Whether the version is one of this project that can still be written. */
export const isWritable = async (db: Reader, projectId: number, postSocialId: number): Promise<boolean> => {
  const found = await db
    .selectFrom('post_socials as s')
    .innerJoin('posts as p', 'p.id', 's.post_id')
    .select('s.id')
    .where('s.id', '=', postSocialId)
    .where('s.project_id', '=', projectId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

type NewDesign = Pick<DesignRow, 'project_id' | 'post_social_id' | 'title'> &
  Partial<Pick<DesignRow, 'width' | 'height' | 'canva_design_id' | 'replaces_media_id'>>

/** A row for a person who is about to go to the design tool, and what they bring back. */
export const storeDesign = async (
  { services, person, now }: SignedInContext,
  design: NewDesign,
): Promise<{ row: DesignRow; state: string; verifier: string }> => {
  const state = randomBytes(STATE_BYTES).toString('base64url')
  const verifier = randomBytes(48).toString('base64url')
  const hash = hashOf(state)
  const { sealed, keyId } = makeSeal(services.config).sealText(placeOfVerifier(hash), verifier)
  const row = await services.db
    .insertInto('designs')
    .values({
      ...design,
      user_id: person.userId,
      session_id: person.sessionId,
      state_hash: hash,
      sealed_verifier: sealed,
      token_key_id: keyId,
      expires_at: new Date(now.getTime() + RETURN_MS),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { row, state, verifier }
}

/**
 * Redeems the login that this state began, once, in the session that began it. Null for a wrong, used or expired state, and for somebody
 * who may no longer write in the project.
 */
export const consumeLogin = async (
  { services, person, now }: SignedInContext,
  state: string,
): Promise<{ row: DesignRow; verifier: string } | null> => {
  const hash = hashOf(state)
  const row = await services.db.transaction().execute(async tx => {
    const found = await tx
      .selectFrom('designs')
      .selectAll()
      .where('state_hash', '=', hash)
      .where('user_id', '=', person.userId)
      .where('session_id', '=', person.sessionId)
      .where('sealed_verifier', 'is not', null)
      .where('expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst()
    if (!found) return null
    await tx
      .updateTable('designs')
      .set({ sealed_verifier: null, token_key_id: null })
      .where('id', '=', found.id)
      .execute()
    return found
  })
  const { sealed_verifier: sealed, token_key_id: keyId } = row ?? {}
  if (!row || !sealed || !keyId || !(await mayEdit(services.db, row, person))) return null
  return { row, verifier: makeSeal(services.config).openText(placeOfVerifier(hash), sealed, keyId) }
}

const mayEdit = async (
  db: Reader,
  { project_id: projectId }: DesignRow,
  person: SignedInContext['person'],
): Promise<boolean> => {
  const scope = await findProjectScope(db, projectId, person)
  return scope !== null && !scope.isArchived && can(scope, 'post.edit')
}

/** The design that came back with this state. Null for a wrong or expired one, and for somebody else's. */
export const findReturned = async (
  { services, person, now }: SignedInContext,
  state: string,
): Promise<DesignRow | null> => {
  const row = await services.db
    .selectFrom('designs')
    .selectAll()
    .where('state_hash', '=', hashOf(state))
    .where('user_id', '=', person.userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && (await mayEdit(services.db, row, person)) ? row : null
}

/** Remembers a return: its design is exported anew, and replaces the picture of the return before. The same return changes nothing. */
export const recordReturn = async (db: Db, design: DesignRow, signed: string): Promise<void> => {
  const hash = hashOf(signed)
  await db
    .updateTable('designs')
    .set(eb => ({
      return_hash: hash,
      replaces_media_id: eb.fn.coalesce('media_id', 'replaces_media_id'),
      export_id: null,
      content_url: null,
      media_id: null,
    }))
    .where('id', '=', design.id)
    .where(eb => eb.or([eb('return_hash', 'is', null), eb('return_hash', '<>', hash)]))
    .execute()
}

/** The tool's refusal for people; its own words are logged. */
export const toFailure = (
  { log }: Pick<SignedInContext, 'log'>,
  { reason, wait, response }: ToolRefusal,
): Failure<
  'design_tool_unavailable' | 'design_tool_refused' | 'design_not_accessible' | 'too_many_requests'
> => {
  log.warn({ reason, response }, 'the design tool refused a call')
  if (reason === 'busy')
    return fail('too_many_requests', {
      wait: wait ?? 60,
      message: 'The design tool asks to wait. Please try again {when}.',
    })
  if (reason === 'missing') return fail('design_not_accessible')
  return fail(reason === 'down' ? 'design_tool_unavailable' : 'design_tool_refused')
}

/** Creates or looks up the row's design at the tool. */
const atTool = async (
  tool: DesignTool,
  access: ToolAccess,
  { canva_design_id: designId, title, width, height }: DesignRow,
): Promise<OpenedDesign | ToolRefusal> => {
  if (designId !== null) return tool.getDesign(access, designId)
  if (width === null || height === null) throw new Error('A design has neither an id nor a size')
  return tool.createDesign(access, { title, width, height })
}

/** The address of the row's design, which is created if need be. Null: the person has to give access first. */
export const openDesign = async (
  call: SignedInContext,
  tool: DesignTool,
  row: DesignRow,
  state: string,
): Promise<string | ToolRefusal | null> => {
  const opened = await callDesignTool(call, tool, access => atTool(tool, access, row))
  if (opened === null || opened.kind === 'refused') return opened as ToolRefusal | null
  await call.services.db
    .updateTable('designs')
    .set({ canva_design_id: opened.designId })
    .where('id', '=', row.id)
    .execute()
  return tool.withReturn(opened.editUrl, state)
}

/** Where to send the person: to the design, or to the page that asks for their consent. */
export const wayToDesign = async (
  call: SignedInContext,
  tool: DesignTool,
  { row, state, verifier }: { readonly row: DesignRow; readonly state: string; readonly verifier: string },
): Promise<{ url: string } | ReturnType<typeof toFailure>> => {
  const opened = await openDesign(call, tool, row, state)
  if (typeof opened === 'string') return { url: opened }
  if (opened !== null) return toFailure(call, opened)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return { url: tool.authorizationLink({ state, challenge }) }
}
