import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { kindDetails, notificationKinds } from '#domain/notifications/kinds.ts'
import type { Config } from '#server/config.ts'
import { pageHtml } from '#server/platform/http/policy-html.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { findPersonScope } from '#server/platform/session/person-scope.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { signerOf } from '#server/platform/session/signer.ts'
import type { Recipient } from './due-rows.ts'
import { storeChoice } from './save-setting.ts'
import { kindsIn, readChoices } from './settings.ts'

const PATH = '/stop-mails'
const textOf = ({ userId, projectId }: Recipient): string => `${userId} ${projectId}`

/** Where mails about a project are stopped without signing in, by whoever has one of them (docs/product/notifications.md "Mails"). */
export const stopMailsUrl = (config: Config, recipient: Recipient): string => {
  const signature = signerOf(config).sign('stop mails', textOf(recipient))
  return `${config.publicUrl}${PATH}?person=${recipient.userId}&project=${recipient.projectId}&signature=${signature}`
}

/** Opening it changes nothing, since mail scanners open links; mail programs send the form by themselves (RFC 8058). */
export const registerStopMails = (app: FastifyInstance, services: Services): void => {
  app.register(async pages => {
    pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 2_000 }, (_request, _body, done) =>
      done(null, null),
    )
    pages.get(PATH, async (request, reply) => answer(reply, await findAsked(request, services), ask))
    pages.post(PATH, async (request, reply) => {
      const asked = await findAsked(request, services)
      if (asked) await stop(asked, services)
      return answer(reply, asked, stopped)
    })
  })
}

type Asked = { readonly recipient: Recipient; readonly scope: ProjectScope }

const findAsked = async (request: FastifyRequest, { db, config }: Services): Promise<Asked | null> => {
  const { person, project, signature } = request.query as Record<string, unknown>
  const recipient = { userId: Number(person), projectId: Number(project) }
  if (typeof signature !== 'string' || !signerOf(config).isSigned('stop mails', textOf(recipient), signature))
    return null
  const found = await findPersonScope(db, recipient)
  return found && { recipient, scope: found.scope }
}

const accountKinds = notificationKinds.filter(kind => kindDetails[kind].type === 'account')

const stop = ({ recipient, scope }: Asked, services: Services): Promise<void> =>
  inTransaction(services.db, async tx => {
    const choiceOf = await readChoices(tx, [recipient.userId], recipient.projectId)
    for (const kind of kindsIn(scope).filter(one => kindDetails[one].type === 'project'))
      await storeChoice(tx, {
        ...{ userId: recipient.userId, projectId: recipient.projectId, kind },
        choice: { ...choiceOf(recipient.userId, kind), is_on: false },
        zone: scope.timezone,
      })
    await tx
      .updateTable('notifications')
      .set({ mail_at: null })
      .where('user_id', '=', recipient.userId)
      .where('project_id', '=', recipient.projectId)
      // What is told about the account stays on, so it is still mailed.
      .where('kind', 'not in', accountKinds)
      .execute()
  })

const ask = ({ scope }: Asked) => ({
  title: `Stop mails about ${scope.projectName}?`,
  paragraphs: [
    'You will get no more mails about its posts. In Galley, under Notifications, you can turn them on again.',
  ],
  button: 'Stop these mails',
  contact: undefined,
})

const stopped = ({ scope }: Asked) => ({
  title: 'Stopped',
  paragraphs: [
    `You get no more mails about ${scope.projectName}. In Galley, under Notifications, you can turn them on again.`,
  ],
  contact: undefined,
})

const answer = (
  reply: FastifyReply,
  asked: Asked | null,
  page: (asked: Asked) => Parameters<typeof pageHtml>[0],
) =>
  reply
    .code(asked ? 200 : 404)
    .type('text/html')
    .header('cache-control', 'no-store')
    .send(
      pageHtml(
        asked
          ? page(asked)
          : {
              title: 'This address does not work',
              paragraphs: [
                'It is cut off, or you no longer belong to the project. Sign in to change what you are mailed about.',
              ],
              contact: undefined,
            },
      ),
    )
