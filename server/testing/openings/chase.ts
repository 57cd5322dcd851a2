import { beforeEach } from 'vitest'
import { localOf } from '#domain/kernel/time.ts'
import { reminderKinds } from '#domain/notifications/kinds.ts'
import { listWaitedFor, remindWaitedFor } from '#domain/publishing/chase-contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { boardRoutes } from '#server/features/board/routes.ts'
import { mailDue } from '#server/features/notifications/mail-due.ts'
import { notifyOfEvents } from '#server/features/notifications/notify-of-events.ts'
import { type MailContent, mailPlace } from '#server/platform/mail/queue.ts'
import { openContent } from '#server/platform/session/seal-rows.ts'
import { type TestPerson, testNow, useTestApp } from '../app.ts'
import { type TestProject, useNewCast } from '../people.ts'
import { buildPost, type TestSocial } from '../posts.ts'

const HOUR = 3_600_000

/** Posts that wait for people, those people by the board, and what reaches them. */
export const useChase = () => {
  const kit = useTestApp({ routes: [...boardRoutes, ...approvalRoutes] })
  const cast = useNewCast(kit)
  beforeEach(async () => {
    kit.clock.set(testNow)
    await kit.db.updateTable('events').set({ is_told: true }).execute()
    await kit.db.deleteFrom('notifications').execute()
    await kit.db.deleteFrom('outgoing_mails').execute()
  })
  const pass = (hours: number) => kit.clock.set(new Date(kit.clock.now().getTime() + hours * HOUR))

  /** A post that waits for these people, or for everybody whose role decides the round. */
  const plan = (
    project: TestProject,
    chosen: readonly TestPerson[] = [],
    {
      type = 'internal',
      hours = 48,
      socials = 1,
    }: { type?: 'internal' | 'external'; hours?: number; socials?: number } = {},
  ) => {
    const one = (network: TestSocial['network']): TestSocial => ({
      network,
      status: `pending_${type}_approval`,
      rounds: [{ type, status: 'open', chosen: chosen.map(({ userId }) => userId) }],
    })
    return buildPost(kit.db, project, {
      type: 'text',
      schedule: localOf(new Date(kit.clock.now().getTime() + hours * HOUR), project.timezone),
      socials: [one('facebook'), one('linkedin')].slice(0, socials),
    })
  }

  /** A post that nobody has sent for approval yet, or that was sent back. */
  const draft = (
    project: TestProject,
    author: TestPerson | null,
    { status = 'draft', hours = 48 }: { status?: TestSocial['status']; hours?: number } = {},
  ) =>
    buildPost(kit.db, project, {
      type: 'text',
      ...(status === undefined ? {} : { status }),
      ...(author === null ? {} : { createdBy: author.userId }),
      schedule: localOf(new Date(kit.clock.now().getTime() + hours * HOUR), project.timezone),
    })

  const list = async (person: TestPerson) => (await kit.ask(person, listWaitedFor)).data
  const remind = async (person: TestPerson, people: readonly TestPerson[], message?: string) =>
    kit.ask(person, remindWaitedFor, {
      body: { people: people.map(({ userId }) => userId), ...(message === undefined ? {} : { message }) },
    })
  const told = async () => {
    pass(0.1)
    while ((await notifyOfEvents(kit.services)) > 0);
    const rows = await kit.db.selectFrom('notifications').select(['user_id', 'post_id', 'kind']).execute()
    return rows
      .filter(({ kind }) => Object.values<string>(reminderKinds).includes(kind))
      .map(({ user_id, post_id }) => `${user_id} ${post_id}`)
      .toSorted()
  }
  const texts = async () => {
    while ((await mailDue(kit.services)) > 0);
    const rows = await kit.db.selectFrom('outgoing_mails').selectAll().orderBy('id').execute()
    return rows.map(({ recipient, kind, subject, sealed, key_id }) => {
      if (!sealed || key_id === null) throw new Error('no mail')
      const place = mailPlace(recipient, kind)
      return {
        recipient,
        subject,
        ...openContent<MailContent>(kit.services.config, place, { sealed, key_id }),
      }
    })
  }
  return { kit, cast, pass, plan, draft, list, remind, told, texts }
}
