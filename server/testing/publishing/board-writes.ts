import { pauseAgency, pauseClient, resumeAgency, resumeClient } from '#domain/publishing/pauses-contract.ts'
import { setProjectSetting } from '#server/features/projects/project-settings.ts'
import type { TestApp } from '../app.ts'
import { buildSubscription, daysFromNow } from '../billing/subscriptions.ts'
import type { Cast } from '../people.ts'

const HOUR = 3_600_000

/** What else than writes of posts changes a board, each with a number that varies it. All of it is in a client's revision. */
export const boardWritesOf = (kit: TestApp, { project, admin }: Cast) => {
  const { db } = kit
  const { projectId, agencyId } = project
  const inHours = (n: number) => new Date(kit.clock.now().getTime() + n * HOUR)
  const accounts = () => db.updateTable('social_accounts').where('project_id', '=', projectId)
  const openHold = async (scope: 'agency' | 'project') => {
    const hold = await db
      .selectFrom('publishing_holds')
      .select('id')
      .where(scope === 'agency' ? 'agency_id' : 'project_id', '=', scope === 'agency' ? agencyId : projectId)
      .where('released_at', 'is', null)
      .executeTakeFirst()
    return { pause_id: hold?.id ?? 0 }
  }
  const pause = (n: number) => ({
    reason: `Reason ${n}`,
    ends_at: n % 2 === 0 ? null : inHours(n + 1).toISOString(),
    tells_clients: false,
  })
  const params = { projectId, agencyId }
  return {
    pauseClient: (n: number) =>
      kit.ask(admin, pauseClient, { params: { projectId: params.projectId }, body: pause(n) }),
    resumeClient: async () =>
      kit.ask(admin, resumeClient, { params: { projectId }, body: await openHold('project') }),
    pauseAgency: (n: number) => kit.ask(admin, pauseAgency, { params: { agencyId }, body: pause(n) }),
    resumeAgency: async () =>
      kit.ask(admin, resumeAgency, { params: { agencyId }, body: await openHold('agency') }),
    holdAll: (n: number) =>
      db
        .insertInto('publishing_holds')
        .values({
          scope: 'installation',
          reason: 'by_hand',
          held_at: kit.clock.now(),
          lost_from: inHours(-n),
        })
        .onConflict(clash => clash.doNothing())
        .execute(),
    releaseAll: () =>
      db
        .updateTable('publishing_holds')
        .set({ released_at: kit.clock.now() })
        .where('scope', '=', 'installation')
        .where('released_at', 'is', null)
        .execute(),
    needReconnecting: (n: number) =>
      accounts()
        .set({ needs_reconnecting: n % 2 === 0 })
        .execute(),
    storeAccess: (n: number) =>
      accounts()
        .set(
          n % 3
            ? { sealed_token: Buffer.from('sealed'), token_key_id: 'key' }
            : { sealed_token: null, token_key_id: null },
        )
        .execute(),
    endAccess: (n: number) =>
      accounts()
        .set({ expires_at: inHours(n * 3 - 10), is_renewable: n % 2 === 0 })
        .execute(),
    disconnect: (n: number) =>
      accounts()
        .set({ removed_at: kit.clock.now() })
        .where('social_network', '=', n % 2 ? 'facebook' : 'instagram')
        .execute(),
    limitApp: (n: number) => limit('app', 'meta', n),
    limitAccount: async (n: number) => {
      const found = await db
        .selectFrom('social_accounts')
        .select(['social_network', 'external_id'])
        .where('project_id', '=', projectId)
        .executeTakeFirst()
      return limit('account', `${found?.social_network}/${found?.external_id}`, n)
    },
    owe: (n: number) =>
      buildSubscription(db, agencyId, {
        status: (['active', 'past_due', 'unpaid', 'canceled'] as const)[n % 4] ?? 'active',
        past_due_since: n % 4 ? daysFromNow(-(n % 30)) : null,
      }),
    waitForClient: (n: number) =>
      db
        .transaction()
        .execute(tx =>
          setProjectSetting(
            tx,
            projectId,
            'bypass-external-approval-when-internal-approved',
            n % 2 ? 'true' : 'false',
          ),
        ),
    archive: (n: number) =>
      db
        .updateTable('projects')
        .set({ archived_at: n % 2 ? kit.clock.now() : null })
        .where('id', '=', projectId)
        .execute(),
    tick: async (n: number) => kit.clock.advance(n * 7_001),
  }
  function limit(scope: 'app' | 'account', subject: string, n: number) {
    const values = { scope, subject, not_before: inHours(n), percent: 100, told_at: kit.clock.now() }
    return db
      .insertInto('network_limits')
      .values(values)
      .onConflict(clash => clash.columns(['scope', 'subject']).doUpdateSet(values))
      .execute()
  }
}
