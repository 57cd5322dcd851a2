import { type ChatService, chatAddressHint, chatAddressProblem } from '#domain/chat/addresses.ts'
import type { ChatChannel } from '#domain/chat/model.ts'
import type { ChatTopic } from '#domain/chat/topics.ts'
import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { Config } from '#server/config.ts'
import type { Db, Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { WrongTokenKey } from '#server/platform/session/seal.ts'
import { sealOf } from '#server/platform/session/seal-rows.ts'

/** Where the sandbox plays Slack and Teams; null where there is none. */
export const chatStandIn = ({ sandbox, sandboxUrl }: Config): string | null =>
  sandbox ? `${sandboxUrl}/chat` : null

/** A channel as it is stored. */
export type ChannelRow = Row<'chat_channels'>

type Named = ChannelRow & { readonly project_name: string | null }

export const toWire = (row: Named): ChatChannel => ({
  id: row.id,
  name: row.name,
  service: row.service,
  project: row.project_id === null ? null : { id: row.project_id, name: row.project_name ?? '' },
  topics: row.topics as ChatTopic[],
  is_for_client: row.is_for_client,
  address_hint: row.address_hint,
  is_on: row.is_on,
  off_reason: row.off_reason,
  problem: row.problem,
  last_sent_at: row.last_sent_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

const select = (db: Reader, agencyId: number) =>
  db
    .selectFrom('chat_channels as c')
    .leftJoin('projects as p', 'p.id', 'c.project_id')
    .selectAll('c')
    .select('p.name as project_name')
    .where('c.agency_id', '=', agencyId)
    .where(eb => eb.or([eb('c.project_id', 'is', null), eb('p.deleted_at', 'is', null)]))

/** Those of an agency by name, without the ones of deleted projects. */
export const listChannels = (db: Reader, agencyId: number): Promise<Named[]> =>
  select(db, agencyId).orderBy('c.name').orderBy('c.id').execute()

/** One of an agency, or undefined. */
export const findChannel = (db: Reader, agencyId: number, channelId: number): Promise<Named | undefined> =>
  select(db, agencyId).where('c.id', '=', channelId).executeTakeFirst()

/** Locks it against the worker that writes to it. */
export const lockChannel = (tx: Tx, channelId: number): Promise<ChannelRow | undefined> =>
  tx.selectFrom('chat_channels').selectAll().where('id', '=', channelId).forUpdate().executeTakeFirst()

/** Why a channel cannot be about a project: it is no project of the agency, or the client is archived. */
export const refuseProject = async (
  db: Reader,
  agencyId: number,
  projectId: number | null,
): Promise<Failure<'not_found' | 'project_archived'> | null> => {
  if (projectId === null) return null
  const project = await db
    .selectFrom('projects')
    .select('archived_at')
    .where('id', '=', projectId)
    .where('agency_id', '=', agencyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!project) return fail('not_found')
  return project.archived_at === null ? null : fail('project_archived')
}

const placeOf = ({ agency_id, service }: Pick<ChannelRow, 'agency_id' | 'service'>): string =>
  `chat/${agency_id}/${service}`

/** The columns of an address: sealed, with what may be shown of it. */
export const sealAddress = (
  config: Config,
  of: Pick<ChannelRow, 'agency_id' | 'service'>,
  address: string,
): Pick<ChannelRow, 'sealed_address' | 'key_id' | 'address_hint'> => {
  const { sealed, keyId } = sealOf(config).sealText(placeOf(of), address)
  return { sealed_address: sealed, key_id: keyId, address_hint: chatAddressHint(address) }
}

/** Null: its key is missing, or the row was changed outside Galley. */
export const openAddress = (config: Config, row: ChannelRow): string | null => {
  try {
    return sealOf(config).openText(placeOf(row), row.sealed_address, row.key_id)
  } catch (error) {
    if (error instanceof WrongTokenKey) return null
    throw error
  }
}

/** What is wrong with an address, for its field. */
export const refuseAddress = (
  config: Config,
  service: ChatService,
  address: string,
): Failure<'validation_error'> | null => {
  const problem = chatAddressProblem(service, address, chatStandIn(config))
  return problem === null
    ? null
    : fail('validation_error', { message: problem, errors: { address: [problem] } })
}

/** Reseals, with the current key, what another key has sealed. What cannot be opened is left: its key may still be put back. */
export const resealChannels = async (db: Db, config: Config): Promise<void> => {
  const [present = ''] = sealOf(config).keyIds()
  const rows = await db.selectFrom('chat_channels').select('id').where('key_id', '<>', present).execute()
  for (const { id } of rows)
    await db.transaction().execute(async tx => {
      const row = await lockChannel(tx, id)
      const address = row && openAddress(config, row)
      if (!row || !address) return
      await tx
        .updateTable('chat_channels')
        .set(sealAddress(config, row, address))
        .where('id', '=', id)
        .execute()
    })
}
